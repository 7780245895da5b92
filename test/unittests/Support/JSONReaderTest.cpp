//===- JSONReaderTest.cpp - Reading JSON in place -------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Support/JSONReader.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace fx;
using namespace llvm;

static std::string readString(StringRef JSON) {
  JSONReader R(JSON);
  StringRef Text;
  if (!R.readString(Text) || !R.expectEnd())
    return ("error: " + R.message()).str();
  return Text.str();
}

TEST(JSONReader, Strings) {
  EXPECT_EQ(readString(R"("plain")"), "plain");
  EXPECT_EQ(readString(R"( "a\"\\\/\b\f\n\r\tz" )"), "a\"\\/\b\f\n\r\tz");
  EXPECT_EQ(readString(R"("\u00e9\u20ac")"), "\xC3\xA9\xE2\x82\xAC");
  EXPECT_EQ(readString(R"("\ud83d\ude00!")"), "\xF0\x9F\x98\x80!");
  // A surrogate that stands alone, and one before another character.
  EXPECT_EQ(readString(R"("\ud800")"), "\xED\xA0\x80");
  EXPECT_EQ(readString(R"("\ud800\u0041")"), "\xED\xA0\x80"
                                             "A");
  EXPECT_EQ(readString(R"("\u0000")"), std::string(1, '\0'));
  std::string Long =
      "\"" + std::string(1000, 'x') + "\\n" + std::string(1000, 'y') + "\"";
  EXPECT_EQ(readString(Long).size(), 2001u);
  EXPECT_EQ(readString("\"open"), "error: the string does not end");
  EXPECT_EQ(readString("\"a\\"), "error: the string does not end");
  EXPECT_EQ(readString(R"("\x41")"), "error: unknown escape in a string");
  EXPECT_EQ(readString(R"("\u12g4")"), "error: unknown escape in a string");
  EXPECT_EQ(readString(R"("\u12)"), "error: unknown escape in a string");
  EXPECT_EQ(readString("\"a\nb\""), "error: a control character in a string");
  EXPECT_EQ(readString("12"), "error: expected a string, found a number");
  EXPECT_EQ(readString(""), "error: expected a string, found the end");
}

static std::string readInt(StringRef JSON) {
  JSONReader R(JSON);
  int64_t Value;
  if (!R.readInt(Value) || !R.expectEnd())
    return ("error: " + R.message()).str();
  return std::to_string(Value);
}

TEST(JSONReader, Integers) {
  for (StringRef Text :
       {"0", "7", "-1", "9223372036854775807", "-9223372036854775808",
        "999999999999999999", "1000000000000000000"})
    EXPECT_EQ(readInt(Text), Text);
  EXPECT_EQ(readInt("-0"), "0");
  EXPECT_EQ(readInt("9223372036854775808"),
            "error: the integer does not fit into 64 bits");
  EXPECT_EQ(readInt("1.0"), "error: expected an integer, found a float");
  EXPECT_EQ(readInt("1e3"), "error: expected an integer, found a float");
  EXPECT_EQ(readInt("01"), "error: not a number");
  EXPECT_EQ(readInt("-"), "error: not a number");
  EXPECT_EQ(readInt("1 2"), "error: something follows the value");
  EXPECT_EQ(readInt("null"), "error: expected an integer, found null");
}

static double readFloat(StringRef JSON) {
  JSONReader R(JSON);
  double Value = 0;
  EXPECT_TRUE(R.readFloat(Value) && R.expectEnd()) << JSON.str();
  return Value;
}

TEST(JSONReader, Floats) {
  EXPECT_EQ(readFloat("0.1"), 0.1);
  EXPECT_EQ(readFloat("5e-324"), 5e-324);
  EXPECT_EQ(readFloat("1e400"), INFINITY);
  EXPECT_EQ(readFloat("1e-400"), 0.0);
  EXPECT_TRUE(std::signbit(readFloat("-0.0")));
  EXPECT_EQ(readFloat("3"), 3.0);
  EXPECT_EQ(readFloat("Infinity"), INFINITY);
  EXPECT_EQ(readFloat("-Infinity"), -INFINITY);
  EXPECT_TRUE(std::isnan(readFloat("NaN")));
  EXPECT_EQ(readFloat("\"-Infinity\""), -INFINITY);
  EXPECT_EQ(readFloat("\"-inf\""), -INFINITY);
  EXPECT_TRUE(std::isnan(readFloat("\"NaN\"")));
  JSONReader R("\"ten\"");
  double Value;
  EXPECT_FALSE(R.readFloat(Value));
}

TEST(JSONReader, KeepsTheTextOfWhatIsSkipped) {
  StringRef Text =
      R"({"a" : [1, {"b": "}]\""}, NaN, true ,null], "c": -1.5e3})";
  JSONReader R(Text);
  StringRef Raw;
  EXPECT_TRUE(R.skipValue(Raw) && R.expectEnd());
  EXPECT_EQ(Raw, Text);
  for (StringRef Bad :
       {"", "{", "[1", "[1,", "{\"a\"", "{\"a\":", "{a: 1}", "[1 2]", "tru",
        "truest", "nul", "-", "1.", "1e", "{\"a\":1,}", "[1,]", "}", "'a'"}) {
    JSONReader Broken(Bad);
    EXPECT_FALSE(Broken.skipValue() && Broken.expectEnd()) << Bad.str();
  }
}

TEST(JSONReader, LimitsNesting) {
  std::string Deep(JSONReader::MaxDepth, '[');
  Deep += std::string(JSONReader::MaxDepth, ']');
  JSONReader R(Deep);
  EXPECT_TRUE(R.skipValue() && R.expectEnd());
  std::string Deeper(1'000'000, '[');
  JSONReader TooDeep(Deeper);
  EXPECT_FALSE(TooDeep.skipValue());
  EXPECT_EQ(TooDeep.message(), "nested too deep");
}

TEST(JSONReader, NamesThePath) {
  StringRef Text = R"({"a": [1, {"b c": [[], {"d": 7}]}], "e": "x,[{\"y"})";
  EXPECT_EQ(jsonPathAt(Text, Text.find('7')), "a[1][\"b c\"][1].d");
  EXPECT_EQ(jsonPathAt(Text, Text.find('1')), "a[0]");
  EXPECT_EQ(jsonPathAt(Text, Text.find("[[")), "a[1][\"b c\"]");
  EXPECT_EQ(jsonPathAt(Text, Text.find("\"x,")), "e");
  EXPECT_EQ(jsonPathAt(Text, 0), "");
  EXPECT_EQ(jsonPathAt(Text, 10'000), "");
}

TEST(JSONReader, StopsAtTheFirstError) {
  JSONReader R(R"({"a": 1, "a": x})");
  EXPECT_FALSE(R.skipValue());
  EXPECT_EQ(R.errorPath(), "a");
  std::string Message = R.message().str();
  int64_t Value;
  StringRef Key;
  bool First = true;
  EXPECT_FALSE(R.readInt(Value));
  EXPECT_FALSE(R.nextMember(First, Key));
  EXPECT_FALSE(R.expectEnd());
  EXPECT_EQ(R.message(), Message);
}
