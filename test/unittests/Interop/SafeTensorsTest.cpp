//===- SafeTensorsTest.cpp - Files of weights -----------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Interop/SafeTensors.h"
#include "TestArchives.h"

using namespace fx;
using namespace fx::test;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

namespace {
Expected<std::unique_ptr<SafeTensors>> openBytes(StringRef Bytes) {
  return SafeTensors::open(MappedFile::fromBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(Bytes, "a.safetensors")));
}
std::string file(StringRef Header, StringRef Bytes = "") {
  return u64(Header.size()) + Header.str() + Bytes.str();
}
/// The error of opening a file without its name.
std::string problem(StringRef Header, StringRef Bytes = "") {
  std::string Text = message(openBytes(file(Header, Bytes)));
  StringRef Rest = Text;
  EXPECT_TRUE(Text.empty() || Rest.consume_front("a.safetensors: ")) << Text;
  return Rest.str();
}
std::string writeToString(const SafeTensorsWriter &Writer) {
  std::string Bytes;
  llvm::raw_string_ostream OS(Bytes);
  StreamOutput Out(OS);
  EXPECT_EQ(message(Writer.write(Out)), "");
  return Bytes;
}
std::string tensor(StringRef Name, StringRef Type, StringRef Shape,
                   StringRef Offsets) {
  return ("\"" + Name + "\":{\"dtype\":\"" + Type + "\",\"shape\":[" + Shape +
          "],\"data_offsets\":[" + Offsets + "]}")
      .str();
}
} // namespace

TEST(SafeTensorsTest, ReadsTensors) {
  std::string Header =
      "{\"__metadata__\":{\"format\":\"pt\",\"tied\":\"b\",\"\\u00e4\":\"\"}," +
      tensor("b", "F32", "2,1", "0,8") + " , " +
      tensor("a\\n", "I16", "", "8,10") + ",\n" +
      tensor("empty", "F64", "3,0", "10,10") + "}   ";
  auto File = llvm::cantFail(openBytes(file(Header, "12345678ab")));
  ASSERT_EQ(File->tensors().size(), 3u);
  const SafeTensor &B = File->tensors()[0];
  EXPECT_EQ(B.Name, "b");
  EXPECT_EQ(B.Type, SafeType::F32);
  EXPECT_EQ(B.Shape, (llvm::ArrayRef<uint64_t>{2, 1}));
  EXPECT_EQ(File->bytes(B), "12345678");
  // Nothing is copied.
  EXPECT_EQ(File->bytes(B).data(),
            File->file().bytes().data() + 8 + Header.size());
  const SafeTensor *A = File->find("a\n");
  ASSERT_NE(A, nullptr);
  EXPECT_TRUE(A->Shape.empty());
  EXPECT_EQ(File->bytes(*A), "ab");
  EXPECT_EQ(File->find("empty")->Size, 0u);
  EXPECT_EQ(File->find("c"), nullptr);
  EXPECT_EQ(File->find("tied"), nullptr);
  EXPECT_EQ(File->findTied("tied"), &B);
  EXPECT_EQ(File->findTied("format"), nullptr);
  ASSERT_EQ(File->metadata().size(), 3u);
  EXPECT_EQ(File->metadata()[0].first, "format");
  EXPECT_EQ(File->metadata()[0].second, "pt");
  EXPECT_EQ(File->metadata()[2].first, "\xC3\xA4");
  EXPECT_EQ(problem("{}"), "");
  EXPECT_EQ(problem("{\"__metadata__\":null}"), "");
  // What others added.
  EXPECT_EQ(problem("{\"a\":{\"dtype\":\"U8\",\"x\":[{}],\"shape\":[1],"
                    "\"data_offsets\":[0,1]}}",
                    "1"),
            "");
}

TEST(SafeTensorsTest, KnowsEveryType) {
  struct {
    const char *Name;
    unsigned Bits;
  } Types[] = {
      {"BOOL", 8},    {"F4", 4},          {"F6_E2M3", 6},     {"F6_E3M2", 6},
      {"U8", 8},      {"I8", 8},          {"F8_E5M2", 8},     {"F8_E4M3", 8},
      {"F8_E8M0", 8}, {"F8_E4M3FNUZ", 8}, {"F8_E5M2FNUZ", 8}, {"I16", 16},
      {"U16", 16},    {"F16", 16},        {"BF16", 16},       {"I32", 32},
      {"U32", 32},    {"F32", 32},        {"C64", 64},        {"F64", 64},
      {"I64", 64},    {"U64", 64}};
  for (auto [Name, Bits] : Types) {
    SafeType Type = *parseSafeType(Name);
    EXPECT_EQ(toString(Type), Name);
    EXPECT_EQ(bitSize(Type), Bits);
    std::optional<DType> Torch = dtypeOf(Type);
    EXPECT_TRUE(!Torch || safeTypeOf(*Torch) == Type);
    std::string Bytes(Bits, 'x');
    std::string Range = "0," + std::to_string(Bits);
    EXPECT_EQ(problem("{" + tensor("a", Name, "4,2", Range) + "}", Bytes), "");
    EXPECT_EQ(problem("{" + tensor("a", Name, "9", Range) + "}", Bytes),
              "tensor 'a': type and shape do not make " + std::to_string(Bits) +
                  " bytes");
  }
  EXPECT_EQ(parseSafeType("f32"), std::nullopt);
  EXPECT_EQ(dtypeOf(SafeType::BF16), DType::BFloat16);
  EXPECT_EQ(safeTypeOf(DType::Complex128), std::nullopt);
  EXPECT_EQ(problem("{" + tensor("a", "F4", "3", "0,1") + "}", "1"),
            "tensor 'a': type and shape do not make 1 bytes");
}

TEST(SafeTensorsTest, TensorsMayShareTheirBytes) {
  auto File =
      llvm::cantFail(openBytes(file("{" + tensor("b", "U8", "2", "0,2") + "," +
                                        tensor("c", "U8", "1", "2,3") + "," +
                                        tensor("a", "I16", "1", "0,2") + "}",
                                    "123")));
  EXPECT_EQ(File->bytes(*File->find("a")), "12");
  EXPECT_EQ(File->bytes(*File->find("b")), "12");
  EXPECT_EQ(File->bytes(*File->find("c")), "3");
}

TEST(SafeTensorsTest, RefusesPlaces) {
  auto Two = [&](StringRef A, unsigned SizeA, StringRef B, unsigned SizeB) {
    return problem("{" + tensor("a", "U8", std::to_string(SizeA), A) + "," +
                       tensor("b", "U8", std::to_string(SizeB), B) + "}",
                   "1234");
  };
  EXPECT_EQ(Two("0,2", 2, "2,4", 2), "");
  EXPECT_EQ(Two("2,4", 2, "0,2", 2), "");
  EXPECT_EQ(Two("0,3", 3, "2,4", 2), "tensor 'b': it overlaps tensor 'a'");
  EXPECT_EQ(Two("0,4", 4, "0,3", 3), "tensor 'a': it overlaps tensor 'b'");
  EXPECT_EQ(Two("0,1", 1, "2,4", 2),
            "tensor 'b': 1 bytes before it belong to nothing");
  EXPECT_EQ(Two("0,1", 1, "1,3", 2),
            "damaged safetensors header, byte 8: 1 bytes at the end of the "
            "file belong to nothing");
  EXPECT_EQ(Two("0,2", 2, "2,5", 3),
            "tensor 'b': its place is not in the file");
  EXPECT_EQ(Two("0,2", 2, "4,2", 2),
            "tensor 'b': its place is not in the file");
  EXPECT_EQ(Two("0,2", 2, "2", 2), "tensor 'b': its place is not in the file");
  EXPECT_EQ(
      problem("{" + tensor("a", "U8", "9223372036854775807,2,2", "0,0") + "}"),
      "tensor 'a': type and shape do not make 0 bytes");
}

TEST(SafeTensorsTest, RefusesHeaders) {
  std::string Damaged = "a.safetensors: damaged safetensors header, byte ";
  EXPECT_EQ(message(openBytes("1234567")),
            Damaged + "0: the file is too short");
  EXPECT_EQ(message(openBytes(u64(3) + "{}")),
            Damaged + "0: a header of 3 bytes is more than the file has");
  EXPECT_EQ(message(openBytes(u64(~0ull) + "{}")),
            Damaged + "0: a header of 18446744073709551615 bytes is more than "
                      "100000000");
  Damaged = "damaged safetensors header, byte ";
  EXPECT_EQ(problem(""), Damaged + "8: expected '{'");
  EXPECT_EQ(problem(" {}"), Damaged + "8: expected '{'");
  EXPECT_EQ(problem("{\"\xff\":1}"), Damaged + "10: it is not UTF-8");
  for (const char *Text :
       {"{\"\\ud800\":{}}", "{\"__metadata__\":{\"\\udc00\":\"\"}}",
        "{\"__metadata__\":{\"a\":\"\\udc00\"}}"})
    EXPECT_TRUE(
        StringRef(problem(Text)).ends_with("an escape is half of a character"))
        << Text;
  EXPECT_TRUE(StringRef(problem("{}x")).starts_with(Damaged + "10: "));
  EXPECT_TRUE(StringRef(problem("{\"a\":1}")).starts_with(Damaged + "13: "));
  EXPECT_TRUE(StringRef(problem("{\"__metadata__\":{},\"__metadata__\":{}}"))
                  .contains("there is a second '__metadata__'"));
  EXPECT_TRUE(
      StringRef(problem("{\"__metadata__\":{\"a\":1}}")).starts_with(Damaged));
  std::string A = tensor("a", "U8", "1", "0,1");
  EXPECT_EQ(problem("{" + A + "," + A + "}", "1"),
            "tensor 'a': there are two of that name");
  EXPECT_EQ(problem("{" + tensor("a", "U9", "1", "0,1") + "}", "1"),
            "tensor 'a': there is no type 'U9'");
  EXPECT_EQ(problem("{\"a\":{}}"), "tensor 'a': it has no 'dtype'");
  EXPECT_EQ(problem("{\"a\":{\"dtype\":\"U8\"}}"),
            "tensor 'a': it has no 'shape'");
  EXPECT_EQ(problem("{\"a\":{\"dtype\":\"U8\",\"shape\":[]}}"),
            "tensor 'a': it has no 'data_offsets'");
  EXPECT_EQ(problem("{\"a\":{\"dtype\":\"U8\",\"dtype\":\"U8\"}}"),
            "tensor 'a': 'dtype' is given twice");
  for (const char *Shape : {"-1", "1.5", "1e2", "9223372036854775808", "null"})
    EXPECT_TRUE(
        StringRef(problem("{" + tensor("a", "U8", Shape, "0,1") + "}", "1"))
            .starts_with(Damaged))
        << Shape;
  EXPECT_TRUE(
      StringRef(problem("{" + tensor("a", "U8", "1", "0,1,1") + "}", "1"))
          .contains("expected at most 2 numbers"));
  // Many dimensions, deep nesting.
  std::string Ones = "1";
  for (unsigned I = 0; I != 64; ++I)
    Ones += ",1";
  EXPECT_TRUE(
      StringRef(problem("{" + tensor("a", "U8", Ones, "0,1") + "}", "1"))
          .contains("expected at most 64 numbers"));
  EXPECT_TRUE(StringRef(problem("{\"a\":{\"x\":" + std::string(100000, '[')))
                  .starts_with(Damaged));
}

TEST(SafeTensorsTest, SurvivesEveryDamagedByte) {
  SafeTensorsWriter Writer;
  EXPECT_EQ(
      message(Writer.add("a", SafeType::F32, {2}, Payload::owned("12345678"))),
      "");
  EXPECT_EQ(message(Writer.add("b\n", SafeType::U8, {}, Payload::owned("x"))),
            "");
  Writer.setMetadata("format", "pt");
  std::string Bytes = writeToString(Writer);
  for (size_t At = 0; At != Bytes.size(); ++At) {
    EXPECT_NE(message(openBytes(Bytes.substr(0, At))), "") << At;
    for (int Change : {0x01, 0x80, 0xff, 0x10}) {
      std::string Damaged = Bytes;
      Damaged[At] ^= Change;
      auto File = openBytes(Damaged);
      if (!File) {
        EXPECT_NE(message(File.takeError()), "");
        continue;
      }
      for (const SafeTensor &T : (*File)->tensors())
        EXPECT_EQ((*File)->bytes(T).size(), T.Size);
    }
  }
}

TEST(SafeTensorsTest, WritesAsTheFormatsLibrary) {
  // As safetensors 0.8 writes it: by type, then by name; padded with blanks.
  SafeTensorsWriter Writer;
  auto Add = [&](StringRef Name, SafeType Type, llvm::ArrayRef<uint64_t> Shape,
                 std::string Bytes) {
    EXPECT_EQ(message(Writer.add(Name, Type, Shape,
                                 Payload::owned(std::move(Bytes)))),
              "");
  };
  Add("w", SafeType::F32, {1, 2}, "12345678");
  Add("i", SafeType::I64, {1}, "abcdefgh");
  Add("a\"\\\n\x01\xC3\xA4", SafeType::F32, {}, "ABCD");
  Add("flag", SafeType::Bool, {3}, std::string("\0\1\0", 3));
  Writer.setMetadata("format", "pt");
  std::string Header =
      "{\"__metadata__\":{\"format\":\"pt\"}," +
      tensor("i", "I64", "1", "0,8") + "," +
      tensor("a\\\"\\\\\\n\\u0001\xC3\xA4", "F32", "", "8,12") + "," +
      tensor("w", "F32", "1,2", "12,20") + "," +
      tensor("flag", "BOOL", "3", "20,23") + "}";
  while (Header.size() % 8)
    Header += ' ';
  EXPECT_EQ(writeToString(Writer),
            file(Header, StringRef("abcdefghABCD12345678\0\1\0", 23)));
  EXPECT_EQ(writeToString(SafeTensorsWriter()), file("{}      "));
}

TEST(SafeTensorsTest, RefusesToWrite) {
  SafeTensorsWriter Writer;
  auto Problem = [&](StringRef Name, llvm::ArrayRef<uint64_t> Shape,
                     StringRef Bytes) {
    return message(
        Writer.add(Name, SafeType::U8, Shape, Payload::reference(Bytes)));
  };
  EXPECT_EQ(Problem("a", {2}, "12"), "");
  EXPECT_EQ(Problem("a", {2}, "12"),
            ": tensor 'a': there are two of that name");
  EXPECT_EQ(Problem("b", {2}, "1"),
            ": tensor 'b': type and shape do not make 1 bytes");
  EXPECT_EQ(Problem("__metadata__", {}, "1"),
            ": tensor '__metadata__': the format does not allow this name");
  EXPECT_NE(Problem("\xff", {}, "1"), "");
  EXPECT_EQ(Problem("b", std::vector<uint64_t>(65, 1), "1"),
            ": tensor 'b': it has too many dimensions");
  TemporaryFolder Folder;
  EXPECT_EQ(message(Writer.add("b", SafeType::U8, {3},
                               Payload::stream(3,
                                               [](llvm::raw_ostream &OS) {
                                                 OS << "1234";
                                                 return Error::success();
                                               }))),
            "");
  EXPECT_EQ(message(Writer.write(Folder / "a.safetensors")),
            (Folder / "a.safetensors") +
                ": tensor 'b': it has 4 bytes instead of 3");
  EXPECT_TRUE(Folder.files().empty());
}

TEST(SafeTensorsTest, CopiesTensorsOfFiles) {
  TemporaryFolder Folder;
  std::string Large(200000, 'x');
  for (size_t I = 0; I != Large.size(); ++I)
    Large[I] = char(I * 7 + I / 256);
  SafeTensorsWriter First;
  EXPECT_EQ(message(First.add("large", SafeType::U8, {200000},
                              Payload::reference(Large))),
            "");
  First.tie("other", "large");
  EXPECT_EQ(message(First.write(Folder / "a")), "");
  auto File = llvm::cantFail(SafeTensors::open(Folder / "a"));
  EXPECT_EQ(File->findTied("other"), File->find("large"));

  for (bool Share : {false, true}) {
    SafeTensorsWriter Writer;
    EXPECT_EQ(message(Writer.add("large", *File, *File->find("large"))), "");
    EXPECT_EQ(message(Writer.add("small", SafeType::F32, {1},
                                 Payload::owned("1234"))),
              "");
    SafeTensorsWriter::Options Options;
    Options.ShareBlocks = Share;
    EXPECT_EQ(message(Writer.write(Folder / "b", Options)), "");
    auto Copy = llvm::cantFail(SafeTensors::open(Folder / "b"));
    EXPECT_EQ(Copy->bytes(*Copy->find("large")), Large);
    EXPECT_EQ(Copy->bytes(*Copy->find("small")), "1234");
    if (Share) {
      EXPECT_EQ(Copy->find("large")->Offset % 4096,
                File->find("large")->Offset % 4096);
    }
  }
}
