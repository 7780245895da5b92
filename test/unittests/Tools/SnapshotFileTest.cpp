//===- SnapshotFileTest.cpp - What damaged files become -------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All that the readers of pickles, safetensors, arrays of NumPy and zip
// archives say and give of files with each byte changed, and of files that
// equal numbers make equal.
//
//===----------------------------------------------------------------------===//

#include "Snapshots.h"
#include "fx/Interop/NumPyFile.h"
#include "fx/Interop/Pickle.h"
#include "fx/Interop/SafeTensors.h"
#include "fx/Support/ZipReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace fx;
using namespace fx::test;
using namespace llvm;

namespace {

/// What a reader makes of bytes, as text.
using Reader = function_ref<void(StringRef Bytes, raw_ostream &OS)>;

std::shared_ptr<const MappedFile> asFile(StringRef Bytes) {
  return MappedFile::fromBuffer(MemoryBuffer::getMemBuffer(Bytes, "a", false));
}

/// Of \p Bytes cut off at each place, and with each byte changed.
void runDamaged(Snapshots &Snaps, StringRef Name, StringRef Bytes,
                Reader Read) {
  for (unsigned Kind = 0; Kind != 6; ++Kind) {
    std::string Text;
    raw_string_ostream OS(Text);
    for (size_t At = 0; At != Bytes.size(); ++At) {
      std::string Damaged = Bytes.str();
      char &C = Damaged[At];
      switch (Kind) {
      case 0:
        Damaged.resize(At);
        break;
      case 1:
        ++C;
        break;
      case 2:
        --C;
        break;
      case 3:
        C = char(C ^ 0x80);
        break;
      case 4:
        C = 0;
        break;
      default:
        Damaged.insert(At, 1, C);
      }
      Read(Damaged, OS << At << ": ");
      OS << '\n';
    }
    Snaps.note(keyOf(Name, Sample{"", Bytes.str(), ""}), Text);
  }
}

/// Of \p Count files that \p Make makes.
void runMade(Snapshots &Snaps, StringRef Name, unsigned Count,
             function_ref<std::string(uint32_t)> Make, Reader Read) {
  for (unsigned First = 0; First != Count; First += 100) {
    std::string Text, All;
    raw_string_ostream OS(Text);
    for (unsigned I = First; I != First + 100; ++I) {
      std::string Bytes = Make(I);
      Read(Bytes, OS << I << ": ");
      OS << '\n';
      All += Bytes;
    }
    Snaps.note(keyOf((Name + " " + Twine(First)).str(), Sample{"", All, ""}),
               Text);
  }
}

std::string number(uint64_t Value, unsigned Size) {
  std::string Result;
  for (unsigned I = 0; I != Size; ++I)
    Result += char(Value >> 8 * I);
  return Result;
}

//===----------------------------------------------------------------------===//
// Pickles
//===----------------------------------------------------------------------===//

void print(raw_ostream &OS, PickleValue V) {
  OS << unsigned(V.kind()) << ' ';
  switch (V.kind()) {
  case PickleKind::Bool:
    OS << V.asBool();
    break;
  case PickleKind::Int:
    OS << V.asInt();
    break;
  case PickleKind::Float:
    OS << V.asFloat();
    break;
  case PickleKind::String:
  case PickleKind::Bytes:
  case PickleKind::BigInt:
  case PickleKind::Device:
    OS << toHex(V.asString());
    break;
  case PickleKind::DType:
    OS << toString(V.asDType());
    break;
  case PickleKind::Layout:
    OS << toString(V.asLayout());
    break;
  case PickleKind::Complex:
  case PickleKind::Tuple:
  case PickleKind::List:
    OS << '(';
    for (size_t I = 0; I != V.size(); ++I)
      print(OS << ' ', V[I]);
    OS << ')';
    break;
  case PickleKind::Dict:
    OS << '{';
    for (size_t I = 0; I != V.size(); ++I) {
      print(OS << ' ', V.entry(I).first);
      print(OS << ": ", V.entry(I).second);
    }
    OS << '}';
    break;
  case PickleKind::Storage: {
    const PickleStorage &S = V.asStorage();
    OS << S.Key << ' ' << S.Device << ' ' << S.NumElements << ' '
       << S.numBytes() << (S.Type ? toString(*S.Type) : "none");
    break;
  }
  case PickleKind::Tensor: {
    const PickleTensor &T = V.asTensor();
    OS << T.Storage << '+' << T.Offset << toString(T.Type) << T.RequiresGrad
       << T.IsParameter << '(';
    interleaveComma(T.Sizes, OS);
    OS << ")(";
    interleaveComma(T.Strides, OS);
    OS << ')';
    break;
  }
  case PickleKind::None:
  case PickleKind::Callable:
    break;
  }
}

void readPickle(StringRef Bytes, raw_ostream &OS) {
  PickleLimits Limits;
  Limits.MaxMemory = 20000;
  Limits.MaxDepth = 6;
  Expected<std::unique_ptr<Pickle>> P = Pickle::read(Bytes, "a", "p", Limits);
  if (!P) {
    OS << toString(P.takeError());
    return;
  }
  print(OS, (*P)->root());
  for (const PickleStorage &S : (*P)->storages())
    OS << ", " << S.Key << ' ' << S.Device << ' ' << S.numBytes();
}

/// Makes instructions that put a value on the stack. Now and then it is another
/// value than the one that is asked for.
class PickleMaker {
public:
  explicit PickleMaker(uint32_t Seed) : D(Seed) {}

  std::string whole() {
    std::string Result = "\x80";
    Result += char(D.rarely(20) ? D.number(8) : 2);
    if (D.rarely(4))
      Result += "\x95" + number(7, 8);
    Result += value(4) + ".";
    if (D.rarely(4))
      Result[D.number(Result.size())] = char(D.number(256));
    return Result;
  }

private:
  std::string integer(int64_t Value) {
    switch (D.number(6)) {
    case 0:
      return "K" + number(Value, 1);
    case 1:
      return "M" + number(Value, 2);
    case 2:
      return "J" + number(Value, 4);
    case 3:
      return "\x8b" + number(3, 4) + number(Value, 3);
    default: {
      unsigned Size = D.rarely(3) ? D.number(11) : 8;
      return "\x8a" + number(Size, 1) +
             std::string(number(Value, 8) + number(-(Value < 0), 8))
                 .substr(0, Size);
    }
    }
  }
  std::string string(StringRef Text) {
    static constexpr StringLiteral Short[] = {"\x8c", "\x8c", "\x8c", "C", "U"};
    static constexpr StringLiteral Long[] = {"\x8d", "\x8d", "\x8e", "\x96"};
    switch (D.number(8)) {
    case 0:
      return D.one(Long) + number(Text.size(), 8) + Text.str();
    case 1:
      return (D.rarely(3)   ? "T"
              : D.rarely(3) ? "B"
                            : "X") +
             number(Text.size(), 4) + Text.str();
    default:
      return (D.rarely(6) ? D.one(Short) : std::string("\x8c")) +
             number(Text.size(), 1) + Text.str();
    }
  }
  std::string tuple(ArrayRef<std::string> Items) {
    std::string All = join(Items, "");
    if (Items.size() - 1 < 3 && !D.rarely(3))
      return All + char(0x84 + Items.size());
    return Items.empty() && D.rarely(2) ? ")" : "(" + All + "t";
  }
  std::string global(StringRef Module, StringRef Name) {
    return D.rarely(3) ? string(Module) + string(Name) + "\x93"
                       : ("c" + Module + "\n" + Name + "\n").str();
  }
  std::string globalOf(StringRef Path) {
    auto [Module, Name] = Path.rsplit('.');
    return global(Module, Name);
  }
  /// \p Right, or another value.
  std::string mostly(std::string Right) {
    return D.rarely(24) ? value(1) : Right;
  }
  std::string call(std::string Callee, std::vector<std::string> Args) {
    if (D.rarely(16) && !Args.empty())
      Args.pop_back();
    if (D.rarely(16))
      Args.push_back(value(0));
    for (std::string &A : Args)
      A = mostly(A);
    return mostly(Callee) + mostly(tuple(Args)) + "R";
  }
  std::string ints(size_t Count) {
    std::vector<std::string> Items;
    for (size_t I = 0; I != Count; ++I)
      Items.push_back(mostly(integer(D.one({0, 1, 2, 3, 1, 2, 1, -1}))));
    return tuple(Items);
  }
  std::string flag() { return D.rarely(2) ? "\x88" : "\x89"; }
  std::string dtype() {
    static constexpr StringLiteral Types[] = {
        "torch.float32", "torch.int64", "torch.bool",
        "torch.half",    "torch.uint8", "torch.complex64"};
    return globalOf(D.one(Types));
  }
  std::string storage() {
    static constexpr StringLiteral Classes[] = {
        "torch.FloatStorage",         "torch.DoubleStorage",
        "torch.HalfStorage",          "torch.BFloat16Storage",
        "torch.LongStorage",          "torch.IntStorage",
        "torch.ShortStorage",         "torch.CharStorage",
        "torch.ByteStorage",          "torch.BoolStorage",
        "torch.ComplexDoubleStorage", "torch.ComplexFloatStorage",
        "torch.UntypedStorage",       "torch.storage.UntypedStorage",
        "torch.FloatStorage",         "torch.FloatStorage"};
    static constexpr StringLiteral Keys[] = {"0", "1", "a"};
    static constexpr StringLiteral Devices[] = {"cpu", "cpu", "cuda:0", "meta",
                                                "c pu"};
    std::vector<std::string> Id = {
        mostly(string("storage")), mostly(globalOf(D.one(Classes))),
        mostly(string(D.one(Keys))), mostly(string(D.one(Devices))),
        mostly(integer(D.one(
            {4, 4, 6, 12, 1, 0, -1, INT64_MAX / 16, INT64_MAX / 16 + 1})))};
    if (D.rarely(12))
      Id.pop_back();
    if (D.rarely(12))
      Id.push_back("N");
    return mostly(tuple(Id)) + "Q";
  }
  std::string tensor() {
    bool HasType = D.rarely(2);
    size_t Rank = D.number(4);
    std::vector<std::string> Args = {
        mostly(storage()),
        mostly(integer(D.one({0, 0, 0, 1, 2, 5, -1, INT64_MAX}))),
        mostly(ints(Rank)),
        mostly(ints(D.rarely(16) ? Rank + 1 : Rank)),
        mostly(flag()),
        mostly(globalOf("collections.OrderedDict") + ")R")};
    if (HasType)
      Args.push_back(mostly(dtype()));
    if (D.rarely(4))
      Args.push_back(D.rarely(2) ? "N" : dict(0));
    std::string Callee = globalOf(HasType ? "torch._utils._rebuild_tensor_v3"
                                          : "torch._utils._rebuild_tensor_v2");
    if (!D.rarely(6))
      return D.rarely(8) ? call(Callee, Args) : Callee + tuple(Args) + "R";
    static constexpr StringLiteral Classes[] = {
        "torch.Tensor", "torch._tensor.Tensor", "torch.nn.parameter.Parameter",
        "torch.nn.parameter.Buffer", "torch.Size"};
    return call(globalOf("torch._tensor._rebuild_from_type_v2"),
                {Callee, globalOf(D.one(Classes)), tuple(Args), "}"});
  }
  std::string parameter() {
    bool HasState = D.rarely(3);
    std::vector<std::string> Args = {tensor(), mostly(flag()), "}"};
    if (HasState)
      Args.push_back("}");
    return call(globalOf(HasState ? "torch._utils._rebuild_parameter_with_state"
                                  : "torch._utils._rebuild_parameter"),
                Args);
  }
  std::string dict(unsigned Depth) {
    std::string Items;
    size_t Count = D.number(3);
    for (size_t I = 0; I != Count; ++I)
      Items += value(0) + value(Depth);
    if (D.rarely(16))
      Items += value(0);
    if (D.rarely(2))
      return "}(" + Items + "u";
    std::string Result = "}";
    for (size_t I = 0; I != Count; ++I)
      Result += value(0) + value(Depth) + "s";
    return Result;
  }
  std::string list(unsigned Depth) {
    std::string Items;
    size_t Count = D.number(4);
    bool AtOnce = D.rarely(2);
    for (size_t I = 0; I != Count; ++I)
      Items += value(Depth) + (AtOnce ? "" : "a");
    return AtOnce ? "](" + Items + "e" : "]" + Items;
  }
  std::string special(unsigned Depth) {
    switch (D.number(16)) {
    case 0:
      return D.rarely(3) ? "q" + number(D.number(4), 1)
                         : "r" + number(D.number(4), 4);
    case 1:
      return "\x94";
    case 2:
      return value(Depth) + "h" + number(D.number(4), 1);
    case 3:
      return "j" + number(D.rarely(8) ? 70000 : D.number(4), 4);
    case 4:
      return "2";
    case 5:
      return value(Depth) + "0";
    case 6:
      return "(" + value(Depth) + "1";
    case 7:
      return "(0";
    case 8:
      return value(Depth) + mostly("}") + "b";
    case 9:
      return "(" + value(0) + "0" + value(0) + "t";
    case 10:
      return D.rarely(2) ? "\x81" : "\x92";
    case 11:
      return globalOf("os.system");
    case 12:
      return "r" + number(D.one({65535, 65536, 65537, 70000}), 4);
    case 13:
      return std::string(1, char(D.number(256)));
    default:
      return "a";
    }
  }
  std::string value(unsigned Depth) {
    static constexpr StringLiteral Texts[] = {
        "",         "a",    "weight", "b.c",
        "\xc3\xa4", "\xff", "cuda:1", "torch.strided"};
    unsigned Kind = Depth ? D.number(22) : D.number(8);
    switch (Kind) {
    case 0:
      return "N";
    case 1:
      return flag();
    case 2:
    case 3:
      return integer(D.one({0, 1, 2, -1, 127, 128, 255, 256, 65535, 65536,
                            -32768, INT64_MAX, INT64_MIN, INT32_MAX}));
    case 4:
      return "G" + number(llvm::byteswap<uint64_t>(
                              bit_cast<uint64_t>(double(D.number(9)) / 4 - 1)),
                          8);
    case 5:
    case 6:
      return string(D.one(Texts));
    case 7:
      return dtype();
    case 8: {
      std::vector<std::string> Items;
      for (unsigned I = D.number(5); I != 0; --I)
        Items.push_back(value(Depth - 1));
      return tuple(Items);
    }
    case 9:
      return list(Depth - 1);
    case 10:
      return dict(Depth - 1);
    case 11:
      return call(globalOf("torch.Size"), {ints(D.number(3))});
    case 12: {
      std::vector<std::string> Args = {string(D.rarely(2) ? "cpu" : "cuda")};
      if (D.rarely(2))
        Args.push_back(integer(D.number(3)));
      return call(globalOf("torch.device"), Args);
    }
    case 13:
      return call(globalOf("torch.serialization._get_layout"),
                  {string(D.rarely(2) ? "torch.strided" : "torch.sparse_coo")});
    case 14:
      return call(
          globalOf(D.rarely(2) ? "builtins.complex" : "__builtin__.complex"),
          {"G" + number(0x3ff0, 8), "G" + number(0x0040, 8)});
    case 15: {
      std::string Pairs = "](";
      for (unsigned I = D.number(3); I != 0; --I)
        Pairs += mostly(tuple({value(0), value(Depth - 1)}));
      return call(globalOf("collections.OrderedDict"),
                  D.rarely(2) ? std::vector<std::string>{}
                              : std::vector<std::string>{Pairs + "e"});
    }
    case 16:
      return storage();
    case 17:
    case 18:
      return tensor();
    case 19:
      return parameter();
    case 20:
      return value(Depth - 1) + special(Depth - 1);
    default:
      return special(Depth - 1);
    }
  }

  Draws D;
};

TEST(SnapshotFiles, Pickles) {
  Snapshots Snaps("files/pickles");
  for (StringRef Name : {"protocol4", "state", "values"})
    runDamaged(Snaps, Name, readTestFile("fuzz/seeds/Pickle/" + Name.str()),
               readPickle);
  runMade(
      Snaps, "made", 20000,
      [](uint32_t Seed) { return PickleMaker(Seed).whole(); }, readPickle);
}

//===----------------------------------------------------------------------===//
// Safetensors
//===----------------------------------------------------------------------===//

void readSafeTensors(StringRef Bytes, raw_ostream &OS) {
  Expected<std::unique_ptr<SafeTensors>> File =
      SafeTensors::open(asFile(Bytes));
  if (!File) {
    OS << toString(File.takeError());
    return;
  }
  for (const SafeTensor &T : (*File)->tensors()) {
    OS << T.Name << toString(T.Type) << '(';
    interleaveComma(T.Shape, OS);
    OS << ')' << toHex((*File)->bytes(T)) << ((*File)->find(T.Name) == &T)
       << ' ';
  }
  for (auto [Key, Value] : (*File)->metadata())
    OS << Key << '=' << Value << ' ' << ((*File)->findTied(Key) != nullptr);
}

std::string withHeader(StringRef Header, StringRef Bytes) {
  return number(Header.size(), 8) + Header.str() + Bytes.str();
}

constexpr StringLiteral HeaderWords[] = {
    "null",  "true", "-1",      "0",       "1",     "2.5",
    "\"\"",  "[]",   "{}",      "[1, 2]",  "\"b\"", "\"__metadata__\"",
    "\"F32", "\"F4", "\"shape", "\"dtype", "4096",  "\"\\ud800\"",
    "\"\xff"};

TEST(SnapshotFiles, SafeTensors) {
  Snapshots Snaps("files/safetensors");
  const std::string Headers[] = {
      "{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]},\"b\":"
      "{\"dtype\":\"I16\",\"shape\":[1,2],\"data_offsets\":[8,12]},\"\\u00e4\":"
      "{\"dtype\":\"U8\",\"shape\":[],\"data_offsets\":[12,13]},"
      "\"__metadata__\":{\"format\":\"pt\",\"c\":\"a\",\"d\":\"e\"}} ",
      "{\"__metadata__\":{\"b\":\"a\"},\"x\":{\"dtype\":\"F4\",\"shape\":[4,2],"
      "\"data_offsets\":[0,4],\"more\":[{\"y\":1}]},\"a\":{\"data_offsets\":"
      "[0,4],\"shape\":[4],\"dtype\":\"BOOL\"},\"z\":{\"dtype\":\"F64\","
      "\"shape\":[3,0],\"data_offsets\":[13,13]},\"y\":{\"dtype\":\"I8\","
      "\"shape\":[9],\"data_offsets\":[4,13]}}"};
  for (const std::string &Header : Headers) {
    const StringRef Bytes = "0123456789abc";
    runDamaged(Snaps, "damaged", withHeader(Header, Bytes), readSafeTensors);
    runMade(
        Snaps, "mistakes", 2000,
        [&](uint32_t N) {
          return withHeader(withMistake(Header, N, HeaderWords), Bytes);
        },
        readSafeTensors);
  }
}

//===----------------------------------------------------------------------===//
// NumPy
//===----------------------------------------------------------------------===//

void readNumPy(StringRef Bytes, raw_ostream &OS) {
  Expected<NumPyArray> Array = parseNumPyArray(Bytes);
  if (!Array) {
    OS << toString(Array.takeError());
    return;
  }
  OS << toString(Array->Type) << '(';
  interleaveComma(Array->Sizes, OS);
  OS << ')' << toHex(Array->Bytes);
}

std::string numPyArray(uint32_t Seed) {
  static constexpr StringLiteral Kinds[] = {
      "f2", "f4", "f8", "i1", "i2",  "i4",  "i8", "u1", "u2",
      "u4", "u8", "b1", "c8", "c16", "f16", "U3", "O"};
  static constexpr StringLiteral Orders[] = {"<", "|", "=", ">", ""};
  static constexpr StringLiteral Words[] = {
      "'<f4'", "(", ")", "'shape'", "True", "-1", "9223372036854775807", ","};
  Draws D(Seed);
  std::string Shape = "(";
  uint64_t Count = 1;
  unsigned Rank = D.number(5);
  for (unsigned I = 0; I != Rank; ++I) {
    uint64_t Size = D.one({1, 2, 3, 2, 0});
    Shape += std::to_string(Size) + (I + 1 == Rank && I ? "" : ", ");
    Count *= Size;
  }
  std::string Header =
      "{'descr': '" + (D.rarely(3) ? D.one(Orders) : std::string("<")) +
      D.one(Kinds) + "', 'fortran_order': " + (D.rarely(2) ? "True" : "False") +
      ", 'shape': " + Shape + "), }";
  if (D.rarely(3))
    Header = withMistake(Header, Seed, Words);
  unsigned Version = D.number(3) + 1;
  std::string Bytes = "\x93NUMPY" + number(Version, 2) +
                      number(Header.size(), Version == 1 ? 2 : 4) + Header;
  const uint64_t NumBytes = Count * 16 + D.number(2);
  for (uint64_t I = 0; I != NumBytes; ++I)
    Bytes += char(I);
  if (D.rarely(4))
    Bytes.resize(D.number(Bytes.size()));
  return Bytes;
}

TEST(SnapshotFiles, NumPy) {
  Snapshots Snaps("files/numpy");
  for (StringRef Name : {"fortran.npy", "type_c16.npy", "type_i1.npy"})
    runDamaged(Snaps, Name, readTestFile("fuzz/seeds/NumPy/" + Name.str()),
               readNumPy);
  runMade(Snaps, "made", 5000, numPyArray, readNumPy);
}

//===----------------------------------------------------------------------===//
// Archives
//===----------------------------------------------------------------------===//

void readZip(StringRef Bytes, raw_ostream &OS) {
  ZipLimits Limits;
  Limits.MaxEntries = 64;
  Limits.MaxNameLength = 64;
  Limits.InflatedBytes = 4096;
  Expected<std::unique_ptr<ZipReader>> Zip =
      ZipReader::open(asFile(Bytes), Limits);
  if (!Zip) {
    OS << toString(Zip.takeError());
    return;
  }
  for (const ZipEntry &E : (*Zip)->entries()) {
    OS << E.Name << ' ' << E.Size << ' ' << E.StoredSize << ' '
       << E.HeaderOffset << ' ' << E.Limit << ' ' << E.CRC << ' ' << E.Method
       << ((*Zip)->find(E.Name) == &E) << ' ';
    Expected<StringRef> Text = (*Zip)->read(E);
    OS << (Text ? toHex(Text->take_front(64)) : toString(Text.takeError()));
  }
}

class SnapshotOfArchives : public testing::TestWithParam<const char *> {};

TEST_P(SnapshotOfArchives, Damaged) {
  StringRef Name = GetParam();
  Snapshots Snaps(("files/" + Name).str());
  runDamaged(Snaps, Name, readTestFile("fuzz/seeds/Archive/" + Name.str()),
             readZip);
}
INSTANTIATE_TEST_SUITE_P(All, SnapshotOfArchives,
                         testing::Values("deflated.pt2", "flat.pt2",
                                         "stored.pt2", "zip.zip"));

} // namespace
