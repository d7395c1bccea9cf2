#pragma once
#include <curl/curl.h>
#include <stdbool.h>
#include <stdint.h>

// libcurl, loaded at run time: linking it would add 32 shared libraries and 3.6 ms to every start.
// The types come from libcurl's own header. Each function here wraps a libcurl function that Swift
// can't call directly, because it is variadic or has no address before the library is loaded.

/// Loads and initialises the library. Call it once, before any other function here.
/// Returns NULL, or the reason why the library can't be used.
const char *ccurl_load(void);

/// Returns a date in one of HTTP's formats as seconds since 1970, or -1 for any other text.
int64_t ccurl_date(const char *text);

CURL *ccurl_easy_init(void);
void ccurl_easy_cleanup(CURL *easy);

CURLcode ccurl_set_number(CURL *easy, CURLoption option, int64_t number);
/// For text, lists, buffers and other pointers. The page of each option says whether libcurl
/// copies.
CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, const void *pointer);

/// The functions that libcurl calls during a transfer, all with the same context.
struct ccurl_callbacks {
  curl_write_callback header;
  curl_write_callback body;
  curl_read_callback upload;
  curl_prereq_callback request_starts;
  curl_xferinfo_callback progress;
};
CURLcode ccurl_set_callbacks(CURL *easy, struct ccurl_callbacks callbacks, void *context);

/// Returns a number from a transfer, or 0 if there is none.
long ccurl_get_number(CURL *easy, CURLINFO info);
/// Returns the descriptor of the connection with these local and remote ports, or -1 if there is
/// none. libcurl reports the ports to a running transfer, but not the descriptor.
int ccurl_descriptor(int own_port, int other_port);
/// Returns the number of bytes of any kind that a connection has received since it was opened.
uint64_t ccurl_bytes_received(int descriptor);

CURLM *ccurl_multi_init(void);
void ccurl_multi_cleanup(CURLM *multi);
CURLMcode ccurl_multi_add(CURLM *multi, CURL *easy);
void ccurl_multi_remove(CURLM *multi, CURL *easy);
CURLMcode ccurl_multi_perform(CURLM *multi);
/// Waits for the network, one of libcurl's timers or a wake-up; without transfers, only for a
/// wake-up.
CURLMcode ccurl_multi_wait(CURLM *multi);
/// Can be called from any thread.
CURLMcode ccurl_multi_wake(CURLM *multi);
/// Returns a finished transfer and its result, or NULL if there is none.
CURL *ccurl_multi_next_done(CURLM *multi, CURLcode *result);
