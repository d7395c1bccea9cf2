#define _GNU_SOURCE
#include "CCurl.h"

#include <dlfcn.h>
#include <limits.h>
#include <linux/tcp.h>
#include <malloc.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// Every function that is used, by its name without "curl_".
#define FUNCTIONS(EACH)                                                                         \
  EACH(easy_cleanup) EACH(easy_getinfo) EACH(easy_init) EACH(easy_setopt) EACH(getdate)         \
  EACH(global_init_mem) EACH(multi_add_handle) EACH(multi_cleanup) EACH(multi_info_read)        \
  EACH(multi_init) EACH(multi_perform) EACH(multi_poll) EACH(multi_remove_handle)               \
  EACH(multi_setopt) EACH(multi_wakeup) EACH(version_info)

static struct {
#define MEMBER(name) __typeof__(&curl_##name) name;
  FUNCTIONS(MEMBER)
} curl;

// MARK: Memory

// libcurl writes requests, with passwords and tokens, into its own buffers. This allocator wipes
// them before it frees them.

static void wiping_free(void *memory) {
  if (!memory) return;
  explicit_bzero(memory, malloc_usable_size(memory));
  free(memory);
}

static void *wiping_realloc(void *memory, size_t size) {
  void *other = malloc(size);
  if (!other) return NULL;
  if (memory) {
    size_t old = malloc_usable_size(memory);
    memcpy(other, memory, old < size ? old : size);
    wiping_free(memory);
  }
  return other;
}


// MARK: Loading

static const char *initialise(void *library) {
  if (curl.version_info(CURLVERSION_NOW)->version_num < 0x075700) {
    return "libcurl.so.4 is older than 7.87";
  }
  // OpenSSL cleans up at exit. A thread that is still closing a connection would then crash.
  const uint64_t no_tidying_at_exit = 0x00080000;
  int (*init_openssl)(uint64_t, const void *) =
      (int (*)(uint64_t, const void *))dlsym(library, "OPENSSL_init_crypto");
  if (init_openssl) init_openssl(no_tidying_at_exit, NULL);
  CURLcode code = curl.global_init_mem(
      CURL_GLOBAL_ALL, malloc, wiping_free, wiping_realloc, strdup, calloc);
  return code == CURLE_OK ? NULL : "libcurl.so.4 can't be initialised";
}

const char *ccurl_load(void) {
  void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!library) return dlerror();
#define FIND(name)                                                                 \
  if (!(curl.name = (__typeof__(curl.name))dlsym(library, "curl_" #name))) {       \
    return "libcurl.so.4 has no function curl_" #name;                             \
  }
  FUNCTIONS(FIND)
  return initialise(library);
}

int64_t ccurl_date(const char *text) { return curl.getdate(text, NULL); }

// MARK: Transfers

CURL *ccurl_easy_init(void) { return curl.easy_init(); }
void ccurl_easy_cleanup(CURL *easy) { curl.easy_cleanup(easy); }

CURLcode ccurl_set_number(CURL *easy, CURLoption option, int64_t number) {
  // Options above this number take a curl_off_t, the others a long.
  if (option >= CURLOPTTYPE_OFF_T && option < CURLOPTTYPE_BLOB) {
    return curl.easy_setopt(easy, option, (curl_off_t)number);
  }
  return curl.easy_setopt(easy, option, (long)number);
}

CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, const void *pointer) {
  return curl.easy_setopt(easy, option, pointer);
}

CURLcode ccurl_set_callbacks(CURL *easy, struct ccurl_callbacks callbacks, void *context) {
  const struct {
    CURLoption function, data;
    void *callback;
  } all[] = {
      {CURLOPT_HEADERFUNCTION, CURLOPT_HEADERDATA, (void *)callbacks.header},
      {CURLOPT_WRITEFUNCTION, CURLOPT_WRITEDATA, (void *)callbacks.body},
      {CURLOPT_READFUNCTION, CURLOPT_READDATA, (void *)callbacks.upload},
      {CURLOPT_PREREQFUNCTION, CURLOPT_PREREQDATA, (void *)callbacks.request_starts},
      {CURLOPT_XFERINFOFUNCTION, CURLOPT_XFERINFODATA, (void *)callbacks.progress},
  };
  for (size_t index = 0; index < sizeof all / sizeof *all; index++) {
    CURLcode code = curl.easy_setopt(easy, all[index].function, all[index].callback);
    if (code == CURLE_OK) code = curl.easy_setopt(easy, all[index].data, context);
    if (code != CURLE_OK) return code;
  }
  return curl.easy_setopt(easy, CURLOPT_NOPROGRESS, 0L);
}

long ccurl_get_number(CURL *easy, CURLINFO info) {
  long number = 0;
  return curl.easy_getinfo(easy, info, &number) == CURLE_OK ? number : 0;
}

// Returns the port of the connection's own end or of the other one, or -1 if the descriptor has none.
static int port_of(int descriptor, bool own) {
  struct sockaddr_storage storage;
  struct sockaddr *address = (struct sockaddr *)&storage;
  socklen_t size = sizeof storage;
  int code = own ? getsockname(descriptor, address, &size) : getpeername(descriptor, address, &size);
  if (code != 0) return -1;
  switch (storage.ss_family) {
    case AF_INET: return ntohs(((struct sockaddr_in *)address)->sin_port);
    case AF_INET6: return ntohs(((struct sockaddr_in6 *)address)->sin6_port);
    default: return -1;
  }
}

int ccurl_descriptor(int own_port, int other_port) {
  // The system can use one local port for several connections if their remote ends differ.
  for (int descriptor = 3; descriptor < 65536 && descriptor < getdtablesize(); descriptor++) {
    if (port_of(descriptor, true) == own_port && port_of(descriptor, false) == other_port)
      return descriptor;
  }
  return -1;
}

uint64_t ccurl_bytes_received(int descriptor) {
  struct tcp_info info = {0};
  socklen_t size = sizeof info;
  return getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &info, &size) == 0
      ? info.tcpi_bytes_received : 0;
}

// MARK: Many transfers on one thread

CURLM *ccurl_multi_init(void) {
  CURLM *multi = curl.multi_init();
  // One transfer at a time per connection, because each response has its own size limit.
  if (multi) curl.multi_setopt(multi, CURLMOPT_PIPELINING, (long)CURLPIPE_NOTHING);
  return multi;
}

void ccurl_multi_cleanup(CURLM *multi) { curl.multi_cleanup(multi); }
CURLMcode ccurl_multi_add(CURLM *multi, CURL *easy) { return curl.multi_add_handle(multi, easy); }
void ccurl_multi_remove(CURLM *multi, CURL *easy) { curl.multi_remove_handle(multi, easy); }

CURLMcode ccurl_multi_perform(CURLM *multi) {
  int running;
  return curl.multi_perform(multi, &running);
}

CURLMcode ccurl_multi_wait(CURLM *multi) { return curl.multi_poll(multi, NULL, 0, INT_MAX, NULL); }
CURLMcode ccurl_multi_wake(CURLM *multi) { return curl.multi_wakeup(multi); }

CURL *ccurl_multi_next_done(CURLM *multi, CURLcode *result) {
  int left;
  CURLMsg *message;
  while ((message = curl.multi_info_read(multi, &left))) {
    if (message->msg != CURLMSG_DONE) continue;
    *result = message->data.result;
    return message->easy_handle;
  }
  return NULL;
}
