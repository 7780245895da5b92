//===- PickleTest.cpp - Reading pickles without running them --------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Interop/Pickle.h"
#include "TestArchives.h"
#include "llvm/ADT/StringExtras.h"

using namespace fx;
using namespace fx::test;
using llvm::Expected;
using llvm::StringRef;

/// Bytes of a literal that may hold NULs.
template <size_t N> static StringRef bytes(const char (&Text)[N]) {
  return {Text, N - 1};
}

namespace {
Expected<std::unique_ptr<Pickle>> read(StringRef Bytes,
                                       PickleLimits Limits = {}) {
  return Pickle::read(Bytes, "a.pt", "data.pkl", Limits);
}
/// What is wrong with a pickle, without file and record.
std::string problem(StringRef Bytes, PickleLimits Limits = {}) {
  std::string Text = message(read(Bytes, Limits));
  StringRef Rest = Text;
  EXPECT_TRUE(Rest.empty() || Rest.consume_front("a.pt: pickle 'data.pkl', "))
      << Text;
  return Rest.str();
}

void print(llvm::raw_ostream &OS, PickleValue V) {
  auto List = [&](StringRef Open, StringRef Close) {
    OS << Open;
    for (size_t I = 0; I != V.size(); ++I)
      print(OS << (I ? ", " : ""), V[I]);
    OS << Close;
  };
  switch (V.kind()) {
  case PickleKind::None:
    OS << "None";
    break;
  case PickleKind::Bool:
    OS << (V.asBool() ? "True" : "False");
    break;
  case PickleKind::Int:
    OS << V.asInt();
    break;
  case PickleKind::BigInt:
    OS << "big " << llvm::toHex(V.asString());
    break;
  case PickleKind::Float:
    OS << llvm::format("%g", V.asFloat());
    break;
  case PickleKind::Complex:
    List("complex(", ")");
    break;
  case PickleKind::String:
    OS << '"' << V.asString() << '"';
    break;
  case PickleKind::Bytes:
    OS << "b\"" << V.asString() << '"';
    break;
  case PickleKind::Tuple:
    List("(", ")");
    break;
  case PickleKind::List:
    List("[", "]");
    break;
  case PickleKind::Dict:
    OS << '{';
    for (size_t I = 0; I != V.size(); ++I) {
      print(OS << (I ? ", " : ""), V.entry(I).first);
      print(OS << ": ", V.entry(I).second);
    }
    OS << '}';
    break;
  case PickleKind::DType:
    OS << toString(V.asDType());
    break;
  case PickleKind::Layout:
    OS << toString(V.asLayout());
    break;
  case PickleKind::Device:
    OS << "device " << V.asString();
    break;
  case PickleKind::Storage:
    OS << "storage " << V.asStorage().Key << " on " << V.asStorage().Device
       << ", " << V.asStorage().numBytes();
    break;
  case PickleKind::Tensor: {
    const PickleTensor &T = V.asTensor();
    auto Ints = [&](llvm::ArrayRef<int64_t> List) {
      OS << '(';
      llvm::interleaveComma(List, OS);
      OS << ')';
    };
    OS << (T.IsParameter ? "parameter " : "tensor ") << toString(T.Type) << ' '
       << T.Storage << '+' << T.Offset;
    Ints(T.Sizes);
    Ints(T.Strides);
    OS << (T.RequiresGrad ? " grad" : "");
    break;
  }
  case PickleKind::Callable:
    OS << "callable";
    break;
  }
}
/// What a pickle holds, or its error.
std::string show(StringRef Bytes) {
  Expected<std::unique_ptr<Pickle>> P = read(Bytes);
  if (!P)
    return message(P.takeError());
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  print(OS, (*P)->root());
  return Text;
}

// pickle.dumps by Python 3.11, protocols 2 to 5.
constexpr char Protocol2[] =
    "\200\002}q\000(X\001\000\000\000aq\001NX\001\000\000\000bq\002]q\003"
    "(\210\211eX\001\000\000\000cq\004(K\001J\376\377\377\377Jp\021\001"
    "\000J\000\000\000\200\212\006\000\000\000\000\000\001\212\011\000"
    "\000\000\000\000\000\000\200\000\212\010\000\000\000\000\000\000\000"
    "\200tq\005X\001\000\000\000dq\006G?\370\000\000\000\000\000\000X\001"
    "\000\000\000eq\007X\003\000\000\000\303\244\n"
    "q\010X\001\000\000\000fq\011K\001K\002\206q\n"
    "X\001\000\000\000gq\013)X\001\000\000\000hq\014]q\015X\001\000\000"
    "\000iq\016}q\017X\001\000\000\000jq\020X\001\000\000\000xq\021\205"
    "q\022X\001\000\000\000kq\023(K\001K\002K\003K\004tq\024X\001\000\000"
    "\000lq\025c__builtin__\n"
    "complex\n"
    "q\026G@\000\000\000\000\000\000\000G@\010\000\000\000\000\000\000"
    "\206q\027Rq\030u.";
constexpr char Protocol3[] =
    "\200\003}q\000(X\001\000\000\000aq\001NX\001\000\000\000bq\002]q\003"
    "(\210\211eX\001\000\000\000cq\004(K\001J\376\377\377\377Jp\021\001"
    "\000J\000\000\000\200\212\006\000\000\000\000\000\001\212\011\000"
    "\000\000\000\000\000\000\200\000\212\010\000\000\000\000\000\000\000"
    "\200tq\005X\001\000\000\000dq\006G?\370\000\000\000\000\000\000X\001"
    "\000\000\000eq\007X\003\000\000\000\303\244\n"
    "q\010X\001\000\000\000fq\011K\001K\002\206q\n"
    "X\001\000\000\000gq\013)X\001\000\000\000hq\014]q\015X\001\000\000"
    "\000iq\016}q\017X\001\000\000\000jq\020X\001\000\000\000xq\021\205"
    "q\022X\001\000\000\000kq\023(K\001K\002K\003K\004tq\024X\001\000\000"
    "\000lq\025cbuiltins\n"
    "complex\n"
    "q\026G@\000\000\000\000\000\000\000G@\010\000\000\000\000\000\000"
    "\206q\027Rq\030u.";
constexpr char Protocol4[] =
    "\200\004\225\305\000\000\000\000\000\000\000}\224(\214\001a\224N\214"
    "\001b\224]\224(\210\211e\214\001c\224(K\001J\376\377\377\377Jp\021"
    "\001\000J\000\000\000\200\212\006\000\000\000\000\000\001\212\011"
    "\000\000\000\000\000\000\000\200\000\212\010\000\000\000\000\000\000"
    "\000\200t\224\214\001d\224G?\370\000\000\000\000\000\000\214\001e"
    "\224\214\003\303\244\n"
    "\224\214\001f\224K\001K\002\206\224\214\001g\224)\214\001h\224]\224"
    "\214\001i\224}\224\214\001j\224\214\001x\224\205\224\214\001k\224"
    "(K\001K\002K\003K\004t\224\214\001l\224\214\010builtins\224\214\007"
    "complex\224\223\224G@\000\000\000\000\000\000\000G@\010\000\000\000"
    "\000\000\000\206\224R\224u.";
constexpr char Protocol5[] =
    "\200\005\225\305\000\000\000\000\000\000\000}\224(\214\001a\224N\214"
    "\001b\224]\224(\210\211e\214\001c\224(K\001J\376\377\377\377Jp\021"
    "\001\000J\000\000\000\200\212\006\000\000\000\000\000\001\212\011"
    "\000\000\000\000\000\000\000\200\000\212\010\000\000\000\000\000\000"
    "\000\200t\224\214\001d\224G?\370\000\000\000\000\000\000\214\001e"
    "\224\214\003\303\244\n"
    "\224\214\001f\224K\001K\002\206\224\214\001g\224)\214\001h\224]\224"
    "\214\001i\224}\224\214\001j\224\214\001x\224\205\224\214\001k\224"
    "(K\001K\002K\003K\004t\224\214\001l\224\214\010builtins\224\214\007"
    "complex\224\223\224G@\000\000\000\000\000\000\000G@\010\000\000\000"
    "\000\000\000\206\224R\224u.";

// data.pkl of torch.save: parameters, views, a dtype that has no storage of its
// own, a scalar.
constexpr char State[] =
    "\200\002ccollections\n"
    "OrderedDict\n"
    "q\000)Rq\001(X\001\000\000\000wq\002ctorch._utils\n"
    "_rebuild_parameter\n"
    "q\003ctorch._utils\n"
    "_rebuild_tensor_v2\n"
    "q\004((X\007\000\000\000storageq\005ctorch\n"
    "FloatStorage\n"
    "q\006X\001\000\000\0000q\007X\003\000\000\000cpuq\010K\024tq\011Q"
    "K\005K\002K\005\206q\n"
    "K\005K\001\206q\013\211h\000)Rq\014tq\015Rq\016\210h\000)Rq\017\207"
    "q\020Rq\021X\001\000\000\000fq\022h\003h\004((h\005h\006X\001\000"
    "\000\0001q\023h\010K\002tq\024QK\000K\002\205q\025K\001\205q\026\211"
    "h\000)Rq\027tq\030Rq\031\211h\000)Rq\032\207q\033Rq\034X\003\000\000"
    "\000rowq\035h\004((h\005h\006h\007h\010K\024tq\036QK\n"
    "K\005\205q\037K\001\205q \211h\000)Rq!tq\"Rq#X\001\000\000\000tq$"
    "h\004((h\005h\006h\007h\010K\024tq%QK\000K\005K\004\206q&K\001K\005"
    "\206q'\211h\000)Rq(tq)Rq*X\001\000\000\000uq+ctorch._utils\n"
    "_rebuild_tensor_v3\n"
    "q,((h\005ctorch.storage\n"
    "UntypedStorage\n"
    "q-X\001\000\000\0002q.h\010K\006tq/QK\000K\003\205q0K\001\205q1\211"
    "h\000)Rq2ctorch\n"
    "uint16\n"
    "q3tq4Rq5X\001\000\000\000sq6h\004((h\005h\006X\001\000\000\0003q7"
    "h\010K\001tq8QK\000))\211h\000)Rq9tq:Rq;u.";
// torch.save(module.state_dict()): it has an attribute.
constexpr char StateWithMetadata[] =
    "\200\002ccollections\n"
    "OrderedDict\n"
    "q\000)Rq\001(X\010\000\000\000l.weightq\002ctorch._utils\n"
    "_rebuild_tensor_v2\n"
    "q\003((X\007\000\000\000storageq\004ctorch\n"
    "FloatStorage\n"
    "q\005X\001\000\000\0000q\006X\003\000\000\000cpuq\007K\002tq\010Q"
    "K\000K\001K\002\206q\011K\002K\001\206q\n"
    "\211h\000)Rq\013tq\014Rq\015X\006\000\000\000l.biasq\016h\003((h\004"
    "h\005X\001\000\000\0001q\017h\007K\001tq\020QK\000K\001\205q\021K"
    "\001\205q\022\211h\000)Rq\023tq\024Rq\025u}q\026X\011\000\000\000"
    "_metadataq\027h\000)Rq\030(X\000\000\000\000q\031}q\032X\007\000\000"
    "\000versionq\033K\001sX\001\000\000\000lq\034}q\035h\033K\001susb"
    ".";
constexpr char TorchValues[] =
    "\200\002]q\000(ctorch\n"
    "float16\n"
    "q\001ctorch.serialization\n"
    "_get_layout\n"
    "q\002X\015\000\000\000torch.stridedq\003\205q\004Rq\005ctorch\n"
    "device\n"
    "q\006X\004\000\000\000cudaq\007K\001\206q\010Rq\011ctorch\n"
    "Size\n"
    "q\n"
    "K\002K\003\206q\013\205q\014Rq\015(X\007\000\000\000storageq\016c"
    "torch.storage\n"
    "UntypedStorage\n"
    "q\017X\001\000\000\0000q\020X\003\000\000\000cpuq\021K\010tq\022Q"
    "e.";
constexpr char Conjugated[] =
    "\200\002]q\000ctorch._utils\n"
    "_rebuild_tensor_v2\n"
    "q\001((X\007\000\000\000storageq\002ctorch\n"
    "ComplexFloatStorage\n"
    "q\003X\001\000\000\0000q\004X\003\000\000\000cpuq\005K\002tq\006Q"
    "K\000K\002\205q\007K\001\205q\010\211ccollections\n"
    "OrderedDict\n"
    "q\011)Rq\n"
    "}q\013X\004\000\000\000conjq\014\210stq\015Rq\016a.";
constexpr char Sparse[] =
    "\200\002]q\000ctorch._utils\n"
    "_rebuild_sparse_tensor\n"
    "q\001ctorch.serialization\n"
    "_get_layout\n"
    "q\002X\020\000\000\000torch.sparse_cooq\003\205q\004Rq\005(ctorch"
    "._utils\n"
    "_rebuild_tensor_v2\n"
    "q\006((X\007\000\000\000storageq\007ctorch\n"
    "LongStorage\n"
    "q\010X\001\000\000\0000q\011X\003\000\000\000cpuq\n"
    "K\004tq\013QK\000K\002K\002\206q\014K\002K\001\206q\015\211ccolle"
    "ctions\n"
    "OrderedDict\n"
    "q\016)Rq\017tq\020Rq\021h\006((h\007ctorch\n"
    "FloatStorage\n"
    "q\022X\001\000\000\0001q\023h\n"
    "K\002tq\024QK\000K\002\205q\025K\001\205q\026\211h\016)Rq\027tq\030"
    "Rq\031ctorch\n"
    "Size\n"
    "q\032K\002K\002\206q\033\205q\034Rq\035\210tq\036\206q\037Rq a.";
constexpr char WithAttribute[] =
    "\200\002]q\000ctorch._tensor\n"
    "_rebuild_from_type_v2\n"
    "q\001(ctorch._utils\n"
    "_rebuild_tensor_v2\n"
    "q\002ctorch\n"
    "Tensor\n"
    "q\003((X\007\000\000\000storageq\004ctorch\n"
    "FloatStorage\n"
    "q\005X\001\000\000\0000q\006X\003\000\000\000cpuq\007K\002tq\010Q"
    "K\000K\002\205q\011K\001\205q\n"
    "\211ccollections\n"
    "OrderedDict\n"
    "q\013)Rq\014tq\015}q\016X\003\000\000\000fooq\017K\003stq\020Rq\021"
    "a.";
} // namespace

TEST(PickleTest, PlainValues) {
  for (StringRef Each :
       {bytes(Protocol2), bytes(Protocol3), bytes(Protocol4), bytes(Protocol5)})
    EXPECT_EQ(
        show(Each),
        "{\"a\": None, \"b\": [True, False], \"c\": (1, -2, 70000, "
        "-2147483648, 1099511627776, big 000000000000008000, "
        "-9223372036854775808), \"d\": 1.5, \"e\": \"\303\244\n\", \"f\": "
        "(1, 2), \"g\": (), \"h\": [], \"i\": {}, \"j\": (\"x\"), \"k\": "
        "(1, 2, 3, 4), \"l\": complex(2, 3)}");
  EXPECT_EQ(
      show(bytes(
          "\200\004\225\016\000\000\000\000\000\000\000]\224(C\002ab\224C\001"
          "c\224e.")),
      "[b\"ab\", b\"c\"]");
  EXPECT_EQ(show(bytes("\x80\2\212\0.")), "0");
  EXPECT_EQ(show(bytes("\x80\2U\2abT\1\0\0\0c\206.")), "(b\"ab\", b\"c\")");
  // What is popped was for nothing.
  EXPECT_EQ(show("(NNN0(1t(0."), "(None, None)");
}

TEST(PickleTest, Tensors) {
  EXPECT_EQ(show(bytes(State)),
            "{\"w\": parameter torch.float32 0+5(2, 5)(5, 1) grad, "
            "\"f\": parameter torch.float32 1+0(2)(1), "
            "\"row\": tensor torch.float32 0+10(5)(1), "
            "\"t\": tensor torch.float32 0+0(5, 4)(1, 5), "
            "\"u\": tensor torch.uint16 2+0(3)(1), "
            "\"s\": tensor torch.float32 3+0()()}");
  auto P = cantFail(read(bytes(State)));
  ASSERT_EQ(P->storages().size(), 4u);
  EXPECT_EQ(P->storages()[0].Key, "0");
  EXPECT_EQ(P->storages()[0].numBytes(), 80u);
  EXPECT_EQ(P->storages()[2].Type, std::nullopt);
  EXPECT_EQ(P->storages()[2].numBytes(), 6u);
  EXPECT_EQ(show(bytes(StateWithMetadata)),
            "{\"l.weight\": tensor torch.float32 0+0(1, 2)(2, 1), "
            "\"l.bias\": tensor torch.float32 1+0(1)(1)}");
  EXPECT_EQ(show(bytes(WithAttribute)), "[tensor torch.float32 0+0(2)(1)]");
  EXPECT_EQ(show(bytes(TorchValues)),
            "[torch.float16, torch.strided, device cuda:1, (2, 3), storage 0 "
            "on cpu, 8]");
  // defaultdict(list, a=1) and defaultdict().
  EXPECT_EQ(show(bytes("ccollections\ndefaultdict\n(c__builtin__\nlist\ntR"
                       "X\1\0\0\0aK\1s.")),
            "{\"a\": 1}");
  EXPECT_EQ(show("ccollections\ndefaultdict\n)R."), "{}");
}

TEST(PickleTest, NothingIsExecuted) {
  EXPECT_EQ(problem("cos\nsystem\n(S'true'\ntR."),
            "byte 0: 'os.system' is not allowed: only tensors and plain values "
            "are read, and nothing is executed");
  EXPECT_EQ(problem(bytes("\x80\4\x8c\2os\x8c\6system\x93.")),
            "byte 14: 'os.system' is not allowed: only tensors and plain "
            "values are read, and nothing is executed");
  EXPECT_EQ(problem(bytes(Sparse)),
            "byte 5: there is a sparse tensor "
            "('torch._utils._rebuild_sparse_tensor'); only tensors whose "
            "elements lie in memory one by one and plain values are read");
  EXPECT_EQ(problem("ctorch._utils\n_rebuild_qtensor\n."),
            "byte 0: there is a quantized tensor "
            "('torch._utils._rebuild_qtensor'); only tensors whose elements "
            "lie in memory one by one and plain values are read");
  EXPECT_EQ(problem("ctorch._utils\n_rebuild_meta_tensor_no_storage\n."),
            "byte 0: there is a tensor of the meta device, which has no "
            "elements ('torch._utils._rebuild_meta_tensor_no_storage'); only "
            "tensors whose elements lie in memory one by one and plain values "
            "are read");
  EXPECT_EQ(problem(bytes(Conjugated)),
            "byte 172: a tensor that is a conjugated or negated view, or has "
            "other properties that are not known");
  EXPECT_EQ(problem("ctorch\nFloatStorage\n)R."),
            "byte 21: it calls a class, which is not allowed");
  EXPECT_EQ(problem("ctorch\nTensor\n)\x81."),
            "byte 15: it makes an object of a class, which is not allowed");
  EXPECT_EQ(problem("ctorch\nTensor\n}b."),
            "byte 15: it sets attributes of an object, which is not allowed");
  EXPECT_EQ(problem("c__builtin__\nlist\n)R."),
            "byte 19: it calls a class, which is not allowed");
  EXPECT_EQ(problem("c__builtin__\neval\n."),
            "byte 0: '__builtin__.eval' is not allowed: only tensors and plain "
            "values are read, and nothing is executed");
  EXPECT_EQ(problem("N)R."),
            "byte 2: it calls something that is not a function");
  EXPECT_EQ(problem("(X\1"), "byte 1: it ends inside an instruction");
  EXPECT_EQ(problem("itorch\n"), "byte 0: instruction 0x69 is not known");
}

TEST(PickleTest, Damaged) {
  EXPECT_EQ(problem(""), "byte 0: it ends without a result");
  EXPECT_EQ(problem("\x80\6."), "byte 0: protocol 6 is not known, only 2 to 5");
  EXPECT_EQ(problem("."), "byte 0: it takes a value where there is none");
  EXPECT_EQ(problem("N(."), "byte 2: it takes a value where there is none");
  EXPECT_EQ(problem("N(\205."), "byte 2: it takes a value where there is none");
  EXPECT_EQ(problem("N(a."), "byte 2: it takes a value where there is none");
  EXPECT_EQ(problem("Ne."),
            "byte 1: it goes back to a mark where there is none");
  EXPECT_EQ(problem("(e."), "byte 1: it takes a value where there is none");
  EXPECT_EQ(problem("NNa."),
            "byte 2: it appends to something that is not a list");
  EXPECT_EQ(problem("]NNs."), "byte 3: it sets items of no dictionary");
  EXPECT_EQ(problem("}(Nu."), "byte 3: a key without its value");
  EXPECT_EQ(problem("h\1."), "byte 0: it takes a value that was not stored");
  EXPECT_EQ(problem("Nq\2h\1."),
            "byte 3: it takes a value that was not stored");
  EXPECT_EQ(problem("Nr\377\377\377\377."),
            "byte 1: it stores a value under a far too high number");
  EXPECT_EQ(problem(bytes("X\1\0\0\0\377.")),
            "byte 0: a string that is not UTF-8");
  EXPECT_EQ(problem("NQ."),
            "byte 1: a reference to a record that is not a storage");
  // Each beginning of a pickle is one that ends too early.
  StringRef Whole = bytes(State);
  for (size_t Size = 0; Size != Whole.size(); ++Size)
    EXPECT_NE(problem(Whole.take_front(Size)), "") << Size;
}

TEST(PickleTest, NoCycles) {
  EXPECT_EQ(problem("]2a."), "byte 2: it puts a container into itself");
  EXPECT_EQ(problem("]q\1\205h\1Na."),
            "byte 7: it changes a container that is inside another one");
  EXPECT_EQ(problem("]2\2050N."), "");
  EXPECT_EQ(problem("](h\1e"), "byte 2: it takes a value that was not stored");
  EXPECT_EQ(problem("]q\1]q\2h\1a0h\1h\2a."),
            "byte 14: it changes a container that is inside another one");
  EXPECT_EQ(problem("}q\1\205q\2h\1Nh\2s."),
            "byte 11: it changes a container that is inside another one");
}

TEST(PickleTest, Limits) {
  std::string Deep(101, ']');
  Deep += std::string(100, 'a') + ".";
  EXPECT_EQ(problem(Deep), "byte 200: values are nested too deep");
  EXPECT_EQ(problem(std::string(100, ']') + std::string(99, 'a') + "."), "");
  EXPECT_EQ(problem(")" + std::string(200, '\205') + "."),
            "byte 100: values are nested too deep");

  PickleLimits Small;
  Small.MaxMemory = 1 << 16;
  for (StringRef Each : {"N", "]", "(", ")", "N2", "Nq\1", "K\1", "}"}) {
    std::string Bomb;
    for (int I = 0; I != 20000; ++I)
      Bomb += Each;
    EXPECT_TRUE(StringRef(problem(Bomb + ".", Small))
                    .ends_with("it asks for more than 65536 bytes of memory"))
        << Each.str() << problem(Bomb + ".", Small);
  }
  // The same value again and again takes no memory that could explode.
  std::string Laughs = "Nq\1";
  for (int I = 0; I != 90; ++I)
    Laughs += "h\1h\1\206q\1";
  EXPECT_EQ(problem(Laughs + "."), "");
}

TEST(PickleTest, TensorsAreInTheirStorage) {
  // storage of 6 floats; offset, sizes and strides follow.
  StringRef Begin = bytes("ctorch._utils\n_rebuild_tensor_v2\n"
                          "((X\7\0\0\0storagectorch\nFloatStorage\n"
                          "X\1\0\0\0000X\3\0\0\0cpuK\6tQ");
  auto Make = [&](StringRef Rest) {
    return show((Begin + Rest + "\211)tR.").str());
  };
  StringRef Outside = "a.pt: pickle 'data.pkl', byte ";
  auto IsOutside = [&](StringRef Rest) {
    std::string Text = Make(Rest);
    return StringRef(Text).starts_with(Outside) &&
           StringRef(Text).ends_with(
               "a tensor that is not inside its storage '0'");
  };
  EXPECT_EQ(Make(bytes("K\0K\2K\3\206K\3K\1\206")),
            "tensor torch.float32 0+0(2, 3)(3, 1)");
  EXPECT_EQ(Make(bytes("K\0K\7\205K\0\205")), "tensor torch.float32 0+0(7)(0)");
  EXPECT_EQ(Make(bytes("K\6K\0\205K\1\205")), "tensor torch.float32 0+6(0)(1)");
  EXPECT_TRUE(IsOutside(bytes("K\1K\2K\3\206K\3K\1\206")));
  EXPECT_TRUE(IsOutside(bytes("K\0K\7\205K\1\205")));
  EXPECT_TRUE(IsOutside(bytes("K\7K\0\205K\1\205")));
  StringRef Max = bytes("\x8a\x08\377\377\377\377\377\377\377\177");
  EXPECT_TRUE(IsOutside((Max + bytes("))")).str()));
  EXPECT_TRUE(
      IsOutside(("K" + bytes("\0") + Max + "\205" + Max + "\205").str()));
  EXPECT_TRUE(StringRef(Make(bytes("K\0K\1\205)")))
                  .ends_with("a tensor whose sizes and strides differ in "
                             "number"));
  EXPECT_TRUE(StringRef(Make(bytes("K\0J\377\377\377\377\205K\1\205")))
                  .ends_with("sizes that are not a tuple of numbers"));
}
