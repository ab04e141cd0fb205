#include "results/Text.h"

#include "config/JsonText.h"
#include "report/JsonWriter.h"

#include <cstdlib>
#include <sys/random.h>

extern "C" {

void autoscope_free(void *memory) {
  free(memory);
}

char *autoscope_trace_id(void) {
  unsigned char bytes[16];
  if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes)
    return nullptr;
  bytes[6] = static_cast<unsigned char>((bytes[6] & 0x0f) | 0x40);  // as uuid4's
  bytes[8] = static_cast<unsigned char>((bytes[8] & 0x3f) | 0x80);
  char text[2 * sizeof bytes];
  for (size_t i = 0; i < sizeof text; ++i)
    text[i] = "0123456789ABCDEF"[bytes[i / 2] >> (i % 2 ? 0 : 4) & 15];
  return autoscope::results::copyOf({text, sizeof text});
}

char *autoscope_json(const char *text, size_t length, unsigned how, autoscope_failure *failure) {
  using namespace autoscope;
  return results::orFail(failure, [&]() -> char * {
    std::string_view given(text, length);
    if (how == 2) {
      std::string error = config::parseJson(given).error;
      if (error.empty())
        return results::copyOf(given);
      results::fail(failure, autoscope_bad_usage,
                    "metadata cannot be " + std::string(given.substr(0, 100)) + ": " + error);
      return nullptr;
    }
    report::TextBuffer quoted;
    report::JsonWriter(quoted).string(given);
    return results::copyOf(quoted.view());
  });
}

}  // extern "C"
