// One request after the other over one connection, by libcurl.
#include "validator/remote/http_ranges.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <mutex>

#include <curl/curl.h>

#include "validator/text.h"
#include "validator/version.h"

namespace ggufproof {
namespace {

constexpr long most_redirects = 8;
constexpr std::string_view changed = "it changed while it was being read";

/// Takes a number off the front of a text; false where there is none that fits.
bool take_number(std::string_view& text, std::uint64_t& into) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), into);
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return error == std::errc();
}

bool take_word(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

/// An address as one word of a shell: it may hold & and ;, and a quote of its own stands there as %27.
std::string in_shell_quotes(std::string address) {
  for (std::size_t at = 0; (at = address.find('\'', at)) != std::string::npos;) address.replace(at, 1, "%27");
  return '\'' + address + '\'';
}

std::string range_shown(Range range) {
  return "bytes " + std::to_string(range.begin) + " to " + std::to_string(range.end - 1);
}

}  // namespace

/// What an answer says before its body.
struct HttpRanges::Head {
  long status = 0;
  std::string line;  ///< such as "404 Not Found"
  std::string range, tag, modified, coding;
  std::optional<std::uint64_t> length;

  /// Takes one line; a status line begins a new answer, after a redirection for instance.
  void take(std::string_view text) {
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r' || text.back() == ' '))
      text.remove_suffix(1);
    if (text.starts_with("HTTP/")) {
      *this = {};
      line = text.substr(std::min(text.find(' '), text.size() - 1) + 1);
      std::from_chars(line.data(), line.data() + line.size(), status);
      return;
    }
    const auto colon = text.find(':');
    if (colon == text.npos) return;
    std::string name(text.substr(0, colon));
    std::transform(name.begin(), name.end(), name.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    std::string_view value = text.substr(colon + 1);
    while (!value.empty() && value.front() == ' ') value.remove_prefix(1);
    if (name == "content-range") range = value;
    if (name == "etag") tag = value;
    if (name == "last-modified") modified = value;
    if (name == "content-encoding") coding = value;
    if (std::uint64_t bytes = 0; name == "content-length" && take_number(value, bytes)) length = bytes;
  }
};

/// libcurl's handle, and what its callbacks work on.
struct HttpRanges::Curl {
  CURL* handle = nullptr;
  std::array<char, CURL_ERROR_SIZE> words{};
  Head head;
  HttpRanges* owner = nullptr;
  Range wanted;         ///< bytes that are still to come
  bool judged = false;  ///< whether the head has been
  const Take* take = nullptr;
  std::string error;

  void judge_head() {
    if (judged) return;
    judged = true;
    error = owner->judge(head, wanted);
  }

  static std::size_t on_header(char* text, std::size_t, std::size_t size, void* self) {
    static_cast<Curl*>(self)->head.take({text, size});
    return size;
  }

  /// Returns another number than `size` to end the request.
  static std::size_t on_bytes(char* text, std::size_t, std::size_t size, void* pointer) {
    Curl& self = *static_cast<Curl*>(pointer);
    self.judge_head();
    if (self.error.empty() && size > self.wanted.end - self.wanted.begin)
      self.error = "the server sent more bytes than its Content-Range says";
    if (self.error.empty()) self.error = (*self.take)(self.wanted.begin, as_bytes({text, size}));
    if (!self.error.empty()) return 0;
    self.wanted.begin += size;
    self.owner->received_ += size;
    return size;
  }
};

bool is_address(std::string_view path) { return path.starts_with("http://") || path.starts_with("https://"); }

std::string name_at(const std::string& address) {
  const std::string path = address.substr(0, address.find_first_of("?#"));
  int size = 0;
  const std::string last = path.substr(path.rfind('/') + 1);
  char* name = curl_easy_unescape(nullptr, last.c_str(), static_cast<int>(last.size()), &size);
  if (name == nullptr) return last;
  std::string result(name, static_cast<std::size_t>(size));
  curl_free(name);
  return result;
}

HttpRanges::HttpRanges(const std::string& address, std::uint64_t patience)
    : curl_(std::make_unique<Curl>()), address_(address), patience_(patience) {
  static std::once_flag started;
  std::call_once(started, [] { curl_global_init(CURL_GLOBAL_DEFAULT); });
  curl_->owner = this;
  CURL* handle = curl_->handle = curl_easy_init();
  const std::string agent = "gguf-validate/" + std::string(tool_version);
  const char* protocols = address.starts_with("https:") ? "https" : "http,https";
  const auto seconds = static_cast<long>(std::min<std::uint64_t>(patience, 86400));
  curl_easy_setopt(handle, CURLOPT_URL, address.c_str());
  curl_easy_setopt(handle, CURLOPT_USERAGENT, agent.c_str());
  curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(handle, CURLOPT_REDIR_PROTOCOLS_STR, protocols);
  curl_easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 1L);
  curl_easy_setopt(handle, CURLOPT_MAXREDIRS, most_redirects);
  curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT, seconds);
  curl_easy_setopt(handle, CURLOPT_LOW_SPEED_LIMIT, 1L);
  curl_easy_setopt(handle, CURLOPT_LOW_SPEED_TIME, seconds);
  if (const char* authorities = std::getenv("CURL_CA_BUNDLE"))
    curl_easy_setopt(handle, CURLOPT_CAINFO, authorities);
  curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, curl_->words.data());
  curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, Curl::on_header);
  curl_easy_setopt(handle, CURLOPT_HEADERDATA, curl_.get());
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, Curl::on_bytes);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, curl_.get());
}

HttpRanges::~HttpRanges() { curl_easy_cleanup(curl_->handle); }

std::string HttpRanges::get(Range wanted, const Take& take) {
  Curl& curl = *curl_;
  curl.head = {};
  curl.wanted = wanted;
  curl.judged = false;
  curl.take = &take;
  curl.error.clear();
  curl.words[0] = '\0';
  const std::string range = std::to_string(wanted.begin) + "-" + std::to_string(wanted.end - 1);
  curl_easy_setopt(curl.handle, CURLOPT_RANGE, range.c_str());
  curl_slist* headers = curl_slist_append(nullptr, "Accept-Encoding: identity");
  if (tag_.starts_with('"')) headers = curl_slist_append(headers, ("If-Range: " + tag_).c_str());
  curl_easy_setopt(curl.handle, CURLOPT_HTTPHEADER, headers);
  const CURLcode code = curl_easy_perform(curl.handle);
  curl_slist_free_all(headers);
  long redirects = 0;
  curl_easy_getinfo(curl.handle, CURLINFO_REDIRECT_COUNT, &redirects);
  requests_ += 1 + static_cast<std::uint64_t>(redirects);
  if (code == CURLE_OK) curl.judge_head();  // an answer without a body
  if (!curl.error.empty()) return curl.error;
  if (code == CURLE_TOO_MANY_REDIRECTS)
    return "the server redirects more than " + std::to_string(most_redirects) + " times";
  if (code == CURLE_UNSUPPORTED_PROTOCOL)
    return "the server redirects to " +
           std::string(address_.starts_with("https:") ? "what is not https" : "what is not http or https");
  if (code == CURLE_OPERATION_TIMEDOUT) return "nothing came for " + std::to_string(patience_) + " seconds";
  if ((code == CURLE_OK && curl.wanted.begin < curl.wanted.end) || code == CURLE_PARTIAL_FILE ||
      (code != CURLE_OK && curl.judged))
    return "the server's answer ended " + std::to_string(curl.wanted.end - curl.wanted.begin) +
           " bytes before the end that it announced";
  if (code != CURLE_OK)
    return escaped(curl.words[0] != '\0' ? curl.words.data() : curl_easy_strerror(code), 200);
  return "";
}

/// Why the answer is not the one that was asked for; empty where it is. Sets `wanted` to what will come.
std::string HttpRanges::judge(const Head& head, Range& wanted) {
  const bool nothing_there = head.status == 416 && head.range == "bytes */0";
  if (!size_ && (nothing_there || (head.status == 200 && head.length == 0))) {
    size_ = 0;
    wanted.end = wanted.begin;
    return "";
  }
  if (head.status == 206) return judge_range(head, wanted);
  if (size_ && (head.status == 416 || (head.status == 200 && tag_.starts_with('"'))))
    return std::string(changed);
  if (head.status == 200)
    return "the server sends no ranges, only the whole; so have it read from a pipe: curl -fsSL " +
           in_shell_quotes(escaped(address_, 200)) + " | gguf-validate -";
  return "the server says " + escaped(head.line);
}

std::string HttpRanges::judge_range(const Head& head, Range& wanted) {
  if (!head.coding.empty() && head.coding != "identity")
    return "the server sends it in another coding, " + quoted(head.coding) +
           ", although that was not asked for";
  std::string_view text = head.range;
  Range range;
  std::uint64_t size = 0;
  const bool read = take_word(text, "bytes ") && take_number(text, range.begin) && take_word(text, "-") &&
                    take_number(text, range.end) && take_word(text, "/") && take_number(text, size) &&
                    text.empty();
  if (!read || range.end < range.begin || range.end >= size)
    return "the server sends a part without saying which of what: Content-Range is " + quoted(head.range);
  ++range.end;
  const std::string& tag = head.tag.empty() ? head.modified : head.tag;
  if (size_ && (*size_ != size || tag_ != tag)) return std::string(changed);
  if (range != Range{wanted.begin, std::min(wanted.end, size)})
    return "the server sends " + range_shown(range) + " where " + range_shown(wanted) + " were asked for";
  size_ = size;
  tag_ = tag;
  wanted = range;
  return "";
}

}  // namespace ggufproof
