// Under AddressSanitizer the allocator takes the place of the limit on memory that worker children have
// elsewhere: too large a request fails, as it does without sanitizers, and does not end the process.
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() {
  return "allocator_may_return_null=1:max_allocation_size_mb=4096";
}
