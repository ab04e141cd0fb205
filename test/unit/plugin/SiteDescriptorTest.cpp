// The record of a site has nine fields, whatever bytes the names hold.
#include "site/SiteDescriptor.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace {

using autoscope::SiteDescriptor;

TEST(SiteDescriptor, EncodesAllFields) {
  SiteDescriptor site;
  site.kind = SiteDescriptor::Kind::Module;
  site.name = "Net::forward(int)";
  site.qualifiedName = "Net::forward";
  site.moduleType = "Net";
  site.file = "a.cpp";
  site.line = 12;
  site.namedByUser = true;
  site.torchBase = true;
  site.parameters = {"x", "", "y"};
  EXPECT_EQ(site.encode(), "A1\x1fmodule\x1fnt\x1f"
                           "12\x1f"
                           "a.cpp\x1fNet::forward(int)\x1fNet::forward\x1fNet\x1fx,,y");
}

TEST(SiteDescriptor, KeepsItsShapeWhateverTheNames) {
  SiteDescriptor site;
  site.name = std::string("a\x1f") + '\0' + "b";
  std::string record = site.encode();
  EXPECT_EQ(std::count(record.begin(), record.end(), '\x1f'), 8);
  EXPECT_EQ(record.find('\0'), std::string::npos);
  EXPECT_NE(record.find("a??b"), std::string::npos);
}

}  // namespace
