// Any bytes as a site's text and as a JSON string: what is written parses, and what is UTF-8 comes back as it was.
#include "record/SiteText.h"
#include "report/JsonWriter.h"
#include "report/Numbers.h"
#include "report/Utf8.h"

#include <cstdlib>
#include <nlohmann/json.hpp>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  using namespace autoscope;
  std::string_view text(reinterpret_cast<const char *>(data), size);
  if (auto site = record::parseSiteText(text))
    if (site->name.data() < text.data() || site->name.data() + site->name.size() > text.data() + size)
      std::abort();

  bool valid = true;
  for (std::string_view rest = text; valid && !rest.empty(); rest.remove_prefix(report::utf8Length(rest)))
    valid = report::utf8Length(rest) != 0;
  report::TextBuffer out;
  report::JsonWriter(out).beginObject().key(text).string(text).endObject();
  auto parsed = nlohmann::json::parse(out.view(), nullptr, /*allow_exceptions=*/false);
  if (!parsed.is_object() || parsed.size() != 1)
    std::abort();
  if (valid && parsed.begin().value().get_ref<const std::string &>() != text)
    std::abort();
  // As valid as nlohmann thinks.
  if (valid != nlohmann::json::accept("\"" + std::string(text) + "\"") && text.find_first_of("\"\\") == text.npos) {
    bool control = false;
    for (char c : text)
      control = control || static_cast<unsigned char>(c) < 0x20;
    if (!control)
      std::abort();
  }
  report::cutName(report::printable(text), 55);
  return 0;
}
