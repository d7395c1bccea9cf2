#pragma once
#include <curl/curl.h>
#include <stdbool.h>
#include <stdint.h>

// libcurl, loaded at run time: linked, it would add 32 shared libraries and 3.6 ms to every start.
// The types are those of its own header. Each function here stands for one of libcurl's that Swift
// can't call itself, because it has no address before the library is loaded, or is variadic.

/// Loads the library and initialises it. Everything else needs this first. Call it once.
/// Returns NULL, or the reason why the library can't be used.
const char *ccurl_load(void);

/// Seconds since 1970 of a date in one of HTTP's formats; -1 for anything else.
int64_t ccurl_date(const char *text);

CURL *ccurl_easy_init(void);
void ccurl_easy_cleanup(CURL *easy);

CURLcode ccurl_set_number(CURL *easy, CURLoption option, int64_t number);
/// For text, lists, buffers and other pointers; each option's page says whether libcurl copies.
CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, const void *pointer);

/// What libcurl calls during a transfer, all with one context.
struct ccurl_callbacks {
  curl_write_callback header;
  curl_write_callback body;
  curl_read_callback upload;
  curl_prereq_callback request_starts;
  curl_xferinfo_callback progress;
};
CURLcode ccurl_set_callbacks(CURL *easy, struct ccurl_callbacks callbacks, void *context);

/// A number that the transfer has; 0 if it has none.
long ccurl_get_number(CURL *easy, CURLINFO info);
/// The descriptor of a connection by the ports of its two ends; -1 if there is none. libcurl tells a
/// running transfer these, and not the descriptor.
int ccurl_descriptor(int own_port, int other_port);
/// Bytes that a connection has received since it was made, whatever they were.
uint64_t ccurl_bytes_received(int descriptor);

CURLM *ccurl_multi_init(void);
void ccurl_multi_cleanup(CURLM *multi);
CURLMcode ccurl_multi_add(CURLM *multi, CURL *easy);
void ccurl_multi_remove(CURLM *multi, CURL *easy);
CURLMcode ccurl_multi_perform(CURLM *multi);
/// Waits for the network, a timer of libcurl's or a wake-up; without transfers, for a wake-up alone.
CURLMcode ccurl_multi_wait(CURLM *multi);
/// May be called from any thread.
CURLMcode ccurl_multi_wake(CURLM *multi);
/// A transfer that has ended, with its result; NULL if there is none.
CURL *ccurl_multi_next_done(CURLM *multi, CURLcode *result);
