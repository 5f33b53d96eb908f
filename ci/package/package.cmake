# Packages by CPack: `cpack --config build/release/CPackConfig.cmake -B DIR` writes a .deb, which installs into /usr, and a
# .tar.gz, to be unpacked anywhere. One package holds all: commands, library, headers, Python module, corpus.
set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_CONTACT "ggufproof authors <authors@ggufproof.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "conformance suite and validator for GGUF model files")
set(CPACK_PACKAGE_DESCRIPTION "GGUF is the file format in which ggml and llama.cpp keep models.
gguf-validate judges such files, gguf-layout shows each of their bytes,
gguf-make writes right and wrong ones, gguf-certify tests other people's
readers and writers with the corpus. libggufproof gives C, C++ and Python
programs the judgement of gguf-validate.")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS ca-certificates) # to read https addresses
set(CPACK_DEBIAN_PACKAGE_SUGGESTS python3)
include(CPack)
