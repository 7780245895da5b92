//===- NumPyFileTest.cpp - Arrays of NumPy --------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Interop/NumPyFile.h"
#include "TestArchives.h"

using namespace fx;
using namespace fx::test;
using llvm::cantFail;
using llvm::StringRef;
using Sizes = std::vector<int64_t>;

namespace {

std::string header(StringRef Type, StringRef Shape, StringRef Order = "False") {
  return ("{'descr': " + Type + ", 'fortran_order': " + Order +
          ", 'shape': " + Shape + ", }\n")
      .str();
}

/// The bytes of a file of version 1.
std::string file(StringRef Header, StringRef Elements) {
  return "\x93NUMPY\x01" + std::string(1, '\0') + u16(Header.size()) +
         Header.str() + Elements.str();
}

/// The error of reading an array.
std::string problem(StringRef Bytes) {
  std::string Text = message(parseNumPyArray(Bytes));
  return StringRef(Text).consume_front(": ") ? Text.substr(2) : Text;
}

} // namespace

TEST(NumPyFileTest, ReadsShapesAndElements) {
  std::string Bytes = file(header("'<i2'", "(2, 3)"), "aabbccddeeff and more");
  NumPyArray Array = cantFail(parseNumPyArray(Bytes));
  EXPECT_EQ(Array.Type, DType::Int16);
  EXPECT_EQ(Array.Sizes, (Sizes{2, 3}));
  EXPECT_EQ(Array.Bytes, "aabbccddeeff");
  // Nothing is copied.
  EXPECT_FALSE(Array.Owner);
  EXPECT_EQ(Array.Bytes.data(), Bytes.data() + Bytes.find("aabb"));

  std::string One = file(header("'|u1'", "(4,)"), "abcd");
  EXPECT_EQ(cantFail(parseNumPyArray(One)).Sizes, Sizes{4});
  std::string Number = file(header("'|u1'", "()"), "a");
  EXPECT_EQ(cantFail(parseNumPyArray(Number)).Sizes, Sizes{});
  EXPECT_EQ(cantFail(parseNumPyArray(Number)).Bytes, "a");
  std::string Empty = file(header("'|u1'", "(3, 0)"), "");
  EXPECT_EQ(cantFail(parseNumPyArray(Empty)).Sizes, (Sizes{3, 0}));
}

TEST(NumPyFileTest, KnowsTheTypesOfTensors) {
  const std::pair<StringRef, DType> Types[] = {
      {"<f2", DType::Float16},   {"<f4", DType::Float32},
      {"<f8", DType::Float64},   {"|i1", DType::Int8},
      {"<i2", DType::Int16},     {"<i4", DType::Int32},
      {"<i8", DType::Int64},     {"|u1", DType::UInt8},
      {"<u2", DType::UInt16},    {"<u4", DType::UInt32},
      {"<u8", DType::UInt64},    {"|b1", DType::Bool},
      {"<c8", DType::Complex64}, {"<c16", DType::Complex128}};
  for (auto [Text, Type] : Types) {
    std::string Bytes =
        file(header(("'" + Text + "'").str(), "(1,)"), std::string(16, 'x'));
    EXPECT_EQ(cantFail(parseNumPyArray(Bytes)).Type, Type);
  }
  auto Problem = [](StringRef Type) {
    return problem(file(header(Type, "(0,)"), ""));
  };
  EXPECT_EQ(Problem("'>f4'"), "its bytes are big-endian");
  EXPECT_EQ(Problem("'|O'"),
            "its elements are Python objects, which are pickled and not read");
  EXPECT_EQ(
      Problem("[('a', '<f4')]"),
      "its elements are records with several fields, which is not a type of "
      "tensors");
  EXPECT_EQ(Problem("'<U3'"),
            "its elements are '<U3', which is not a type of tensors");
  EXPECT_EQ(problem(file("{'shape': (0,)}", "")),
            "its elements are '', which is not a type of tensors");
}

TEST(NumPyFileTest, PutsFortransOrderRight) {
  // 01
  // 23
  // 45
  std::string Bytes = file(header("'|u1'", "(3, 2)", "True"), "024135");
  NumPyArray Array = cantFail(parseNumPyArray(Bytes));
  EXPECT_EQ(Array.Bytes, "012345");
  EXPECT_TRUE(Array.Owner);
  Bytes = file(header("'<u2'", "(2, 1, 3)", "True"), "aaddbbeeccff");
  EXPECT_EQ(cantFail(parseNumPyArray(Bytes)).Bytes, "aabbccddeeff");
  // One dimension has no order.
  Bytes = file(header("'|u1'", "(3,)", "True"), "012");
  Array = cantFail(parseNumPyArray(Bytes));
  EXPECT_EQ(Array.Bytes, "012");
  EXPECT_FALSE(Array.Owner);
}

TEST(NumPyFileTest, HasALongerLengthInLaterVersions) {
  std::string Header = header("'|u1'", "(2,)");
  std::string Bytes = "\x93NUMPY\x02" + std::string(1, '\0') +
                      u32(Header.size()) + Header + "ab";
  EXPECT_EQ(cantFail(parseNumPyArray(Bytes)).Bytes, "ab");
  EXPECT_EQ(problem(StringRef(Bytes).take_front(11)), "its header is cut off");
  EXPECT_EQ(problem(StringRef(Bytes).take_front(12)), "its header is cut off");
}

TEST(NumPyFileTest, SaysWhatIsWrong) {
  std::string Good = file(header("'<i2'", "(2,)"), "aabb");
  EXPECT_EQ(problem(Good), "");
  EXPECT_EQ(problem(StringRef(Good).drop_back()),
            "it is cut off: its elements need more bytes than the 3 that it "
            "has");
  EXPECT_EQ(problem(StringRef(Good).drop_back(5)), "its header is cut off");
  EXPECT_EQ(problem(StringRef(Good).take_front(10)), "its header is cut off");
  for (StringRef Other : {StringRef(Good).take_front(9), StringRef("abc"),
                          StringRef("0123456789abcdef")})
    EXPECT_EQ(problem(Other), "it does not begin as an array of NumPy does");
  for (StringRef Shape : {"2, 3)", "(2", "(a,)", "(-1,)", "[2]"})
    EXPECT_EQ(problem(file(header("'<i2'", Shape), "aabb")),
              "its header has no shape");
  EXPECT_EQ(problem(file("{'descr': '<i2'}", "aabb")),
            "its header has no shape");
  EXPECT_EQ(problem(file(header("'<i2'", "(4294967296, 4294967296)"), "aabb")),
            "it is cut off: its elements need more bytes than the 4 that it "
            "has");
}

TEST(NumPyFileTest, ReadsTheArraysOfAnArchive) {
  TemporaryFolder Folder;
  std::string Path = Folder / "a.npz";
  auto Write = [&](std::vector<ZipPart> Parts) {
    std::error_code EC;
    llvm::raw_fd_ostream(Path, EC) << ZipParts{std::move(Parts)}.str();
    EXPECT_FALSE(EC);
  };
  std::string Plain = file(header("'|u1'", "(2,)"), "ab");
  std::string Turned = file(header("'|u1'", "(2, 2)", "True"), "acbd");
  Write({{"x.npy", Plain}, {"notes.txt", "none"}, {"y.npy", Turned}});
  std::vector<NumPyArray> Arrays = cantFail(readNumPyFile(Path));
  ASSERT_EQ(Arrays.size(), 2u);
  EXPECT_EQ(Arrays[0].Name, "x");
  EXPECT_EQ(Arrays[0].Bytes, "ab");
  EXPECT_EQ(Arrays[1].Name, "y");
  EXPECT_EQ(Arrays[1].Bytes, "abcd");
  Write({{"x.npy", Plain}, {"y.npy", "abc"}});
  EXPECT_EQ(message(readNumPyFile(Path)),
            Path + ":y.npy: cannot read: this is not an array that fx-opt "
                   "reads: it does not begin as an array of NumPy does");
  EXPECT_EQ(message(readNumPyFile(Folder / "no.npz")),
            Folder / "no.npz: cannot read: No such file or directory");
}

TEST(NumPyFileTest, ReadsAFileOfOneArray) {
  TemporaryFolder Folder;
  std::string Path = Folder / "a.npy";
  auto Write = [&](StringRef Bytes) {
    std::error_code EC;
    llvm::raw_fd_ostream(Path, EC) << Bytes;
    EXPECT_FALSE(EC);
  };
  Write(file(header("'|u1'", "(2, 2)", "True"), "acbd"));
  EXPECT_EQ(cantFail(readNumPyFile(Path))[0].Bytes, "abcd");
  Write(file(header("'|u1'", "(2,)"), "ab"));
  std::vector<NumPyArray> Arrays = cantFail(readNumPyFile(Path));
  ASSERT_EQ(Arrays.size(), 1u);
  EXPECT_EQ(Arrays[0].Name, "");
  EXPECT_EQ(Arrays[0].Bytes, "ab");
  Write("abc");
  EXPECT_EQ(message(readNumPyFile(Path)),
            Path + ": cannot read: this is not an array that fx-opt reads: it "
                   "does not begin as an array of NumPy does");
  EXPECT_EQ(message(readNumPyFile(Folder / "no.npy")),
            Folder / "no.npy: cannot read: No such file or directory");
}
