// Library: RapidJSON
// Package: rapidjson-dev
// Needs: rapidjson/document.h
// Until: 16
// Flags: -std=c++14
#include <rapidjson/document.h>
#include <rapidjson/error/en.h>
#include <rapidjson/pointer.h>
#include <rapidjson/prettywriter.h>
#include <rapidjson/schema.h>
#include <rapidjson/stringbuffer.h>

#include <iostream>

int main() {
  rapidjson::Document document;
  document.Parse(R"({"name": "x", "list": [1, 2.5, -3, true, null, "\u00e9\n"], "o": {"k": 12345678901234}})");
  document["list"].PushBack(7, document.GetAllocator());
  rapidjson::Pointer("/o/new/0").Set(document, "set");
  rapidjson::StringBuffer buffer;
  rapidjson::PrettyWriter<rapidjson::StringBuffer> writer(buffer);
  document.Accept(writer);
  std::cout << buffer.GetString() << "\n";
  for (const auto &member : document.GetObject())
    std::cout << member.name.GetString() << member.value.GetType() << " ";
  rapidjson::Document bad;
  bad.Parse<rapidjson::kParseCommentsFlag | rapidjson::kParseTrailingCommasFlag>("[1, /* c */ 2, }");
  std::cout << rapidjson::GetParseError_En(bad.GetParseError()) << bad.GetErrorOffset() << "\n";
  rapidjson::Document rules;
  rules.Parse(R"({"type": "object", "properties": {"name": {"type": "string", "minLength": 3, "pattern": "^a.*z$"}}})");
  rapidjson::SchemaDocument schema(rules);
  rapidjson::SchemaValidator validator(schema);
  std::cout << document.Accept(validator) << validator.GetInvalidSchemaKeyword() << "\n";
}
