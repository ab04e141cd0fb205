#include "Answer.h"

#include <climits>
#include <cstdlib>
#include <pthread.h>

namespace autoscope {

namespace {

constexpr size_t longest = 1000;

pthread_key_t makeKey() {
  pthread_key_t key = 0;
  return pthread_key_create(&key, free) == 0 ? key : PTHREAD_KEYS_MAX;
}

// The calling thread's; null: there is no memory.
char *buffer() noexcept {
  static const pthread_key_t key = makeKey();
  if (key == PTHREAD_KEYS_MAX)
    return nullptr;
  auto *text = static_cast<char *>(pthread_getspecific(key));
  if (!text && (text = static_cast<char *>(malloc(longest + 1))))
    pthread_setspecific(key, text);
  return text;
}

}  // namespace

const char *answer(const std::string &sentence) noexcept {
  if (sentence.empty())
    return nullptr;
  char *text = buffer();
  if (!text)
    return "there is no memory for the sentence that says what went wrong";
  text[sentence.copy(text, longest)] = 0;
  return text;
}

}  // namespace autoscope
