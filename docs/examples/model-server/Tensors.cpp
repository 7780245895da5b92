//===- Tensors.cpp - Tensors in the bodies of requests --------------------===//

#include "Tensors.h"
#include "fx/Interop/NumPyFile.h"
#include "fx/Support/MappedFile.h"
#include "fx/Support/OutputFile.h"
#include "fx/Support/ZipReader.h"
#include "fx/Support/ZipWriter.h"
#include "fx/Torch/Values.h"
#include <ATen/ATen.h>

using nlohmann::json;

/// No tensor has more dimensions; what nests deeper is not parsed.
static constexpr int MaxDepth = 32;

static at::Tensor tensorOf(const c10::IValue &V) {
  if (V.isTensor())
    return V.toTensor();
  if (V.isScalar())
    return at::scalar_tensor(V.toScalar(), V.isInt()    ? at::kLong
                                           : V.isBool() ? at::kBool
                                                        : at::kDouble);
  throw std::runtime_error("an output is neither a tensor nor a number");
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

namespace {
/// Nested lists of numbers as a tensor.
class ListReader {
public:
  ListReader(const std::string &Name, const json &Lists)
      : Name(Name), Lists(Lists) {
    for (const json *L = &Lists; L->is_array(); L = &L->front()) {
      Sizes.push_back(int64_t(L->size()));
      if (L->empty())
        break;
    }
  }

  at::Tensor read(std::optional<at::ScalarType> Type) {
    bool IsInteger = Type ? c10::isIntegralType(*Type, /*includeBool=*/true)
                          : !hasFraction(Lists);
    if (Type && c10::isComplexType(*Type))
      fail("complex numbers are not for JSON; send application/x-npz");
    if (!IsInteger) {
      at::Tensor T = at::empty(Sizes, at::kDouble);
      fill(Lists, 0, T.data_ptr<double>());
      return T.to(Type.value_or(at::kFloat));
    }
    at::Tensor T = at::empty(Sizes, at::kLong);
    fill(Lists, 0, T.data_ptr<int64_t>());
    at::Tensor Result = T.to(Type.value_or(at::kLong));
    if (!at::equal(Result.to(at::kLong), T))
      fail(std::string("a number does not fit into ") +
           at::toString(Result.scalar_type()));
    return Result;
  }

private:
  [[noreturn]] void fail(const std::string &What) const {
    throw BadRequest("input '" + Name + "': " + What);
  }

  static bool hasFraction(const json &L) {
    if (!L.is_array())
      return L.is_number_float();
    return std::any_of(L.begin(), L.end(), hasFraction);
  }

  /// Writes the elements of \p L, a list at depth \p D, from \p Out on.
  template <typename T> T *fill(const json &L, size_t D, T *Out) const {
    if (D < Sizes.size()) {
      if (!L.is_array() || int64_t(L.size()) != Sizes[D])
        fail("the lists do not have one shape: in dimension " +
             std::to_string(D) + " there is " +
             (L.is_array() ? "one of " + std::to_string(L.size())
                           : std::string(L.type_name())) +
             ", and the first is one of " + std::to_string(Sizes[D]));
      for (const json &Item : L)
        Out = fill(Item, D + 1, Out);
      return Out;
    }
    if (L.is_boolean())
      *Out = T(L.get<bool>());
    else if (L.is_number_integer() ||
             (std::is_floating_point_v<T> && L.is_number()))
      *Out = L.get<T>();
    else
      fail(std::string("it must hold ") +
           (std::is_floating_point_v<T> ? "numbers" : "integers") +
           " alone, and not " + (L.is_number() ? L.dump() : L.type_name()));
    return Out + 1;
  }

  const std::string &Name;
  const json &Lists;
  std::vector<int64_t> Sizes;
};
} // namespace

/// Adds the input \p Name, or what is in it where inputs of the model nest:
/// of {"batch": {"ids": ...}} batch['ids'].
static void addInput(const std::string &Name, const json &Values,
                     llvm::ArrayRef<fx::ModelLeaf> Inputs, Named &Result) {
  auto Leaf =
      llvm::find_if(Inputs, [&](const auto &L) { return L.Name == Name; });
  bool IsOuter =
      Leaf == Inputs.end() && llvm::any_of(Inputs, [&](const fx::ModelLeaf &L) {
        return llvm::StringRef(L.Name).starts_with(Name + "[");
      });
  if (IsOuter && Values.is_object()) {
    for (const auto &[Key, Value] : Values.items())
      addInput(Name + "['" + Key + "']", Value, Inputs, Result);
    return;
  }
  if (IsOuter && Values.is_array()) {
    for (size_t I = 0; I != Values.size(); ++I)
      addInput(Name + "[" + std::to_string(I) + "]", Values[I], Inputs, Result);
    return;
  }
  std::optional<at::ScalarType> Type;
  if (Leaf != Inputs.end() && Leaf->Type)
    Type = fx::toTorch(*Leaf->Type);
  Result.push_back({Name, ListReader(Name, Values).read(Type)});
}

Named readJSON(const std::string &Body, llvm::ArrayRef<fx::ModelLeaf> Inputs) {
  // The parser does not recurse, and this stops it before the tree is deep.
  auto Limit = [](int Depth, json::parse_event_t, json &) {
    if (Depth > MaxDepth)
      throw BadRequest("the body nests too deep");
    return true;
  };
  json Request;
  try {
    Request = json::parse(Body, Limit);
  } catch (const json::parse_error &E) {
    throw BadRequest(std::string("the body is not JSON: ") + E.what());
  } catch (const json::out_of_range &) {
    throw BadRequest("a number in the body is too large");
  }
  if (!Request.is_object() || !Request.contains("inputs") ||
      !Request["inputs"].is_object())
    throw BadRequest("the body must be {\"inputs\": {NAME: VALUES, ...}}");
  Named Result;
  for (const auto &[Name, Values] : Request["inputs"].items())
    addInput(Name, Values, Inputs, Result);
  return Result;
}

template <typename T>
static json listOf(llvm::ArrayRef<int64_t> Sizes, const T *&Next) {
  if (Sizes.empty())
    return *Next++;
  json Result = json::array();
  for (int64_t I = 0; I != Sizes.front(); ++I)
    Result.push_back(listOf(Sizes.drop_front(), Next));
  return Result;
}

template <typename T> static json listOf(const at::Tensor &Values) {
  at::Tensor Plain = Values.contiguous();
  const T *Next = Plain.data_ptr<T>();
  return listOf({Plain.sizes().data(), Plain.sizes().size()}, Next);
}

std::string writeJSON(const Named &Values) {
  json Outputs = json::object();
  for (const auto &[Name, V] : Values) {
    if (V.isNone()) {
      Outputs[Name] = nullptr;
      continue;
    }
    at::Tensor T = tensorOf(V);
    if (T.is_complex())
      throw BadRequest("output '" + Name +
                       "' is complex; ask for application/x-npz");
    if (T.scalar_type() == at::kBool)
      Outputs[Name] = listOf<bool>(T);
    else if (T.is_floating_point())
      Outputs[Name] = listOf<double>(T.to(at::kDouble));
    else
      Outputs[Name] = listOf<int64_t>(T.to(at::kLong));
  }
  return json{{"outputs", std::move(Outputs)}}.dump();
}

//===----------------------------------------------------------------------===//
// NumPy
//===----------------------------------------------------------------------===//

template <typename T> static T orThrow(llvm::Expected<T> V) {
  if (!V)
    throw BadRequest(llvm::toString(V.takeError()));
  return std::move(*V);
}
static void orThrow(llvm::Error E) {
  if (E)
    throw std::runtime_error(llvm::toString(std::move(E)));
}

Named readNPZ(const std::string &Body, uint64_t MaxBytes) {
  std::unique_ptr<fx::ZipReader> Zip =
      orThrow(fx::ZipReader::open(fx::MappedFile::fromBuffer(
          llvm::MemoryBuffer::getMemBuffer(Body, "body", false))));
  Named Result;
  for (const fx::ZipEntry &Entry : Zip->entries()) {
    llvm::StringRef Name = Entry.Name;
    Name.consume_back(".npy");
    if (Entry.Size > MaxBytes)
      throw BadRequest("the arrays are larger than a body may be");
    MaxBytes -= Entry.Size;
    llvm::Expected<fx::NumPyArray> Parsed =
        fx::parseNumPyArray(orThrow(Zip->read(Entry)));
    if (!Parsed)
      throw BadRequest("input '" + Name.str() +
                       "': " + llvm::toString(Parsed.takeError()));
    fx::NumPyArray &Array = *Parsed;
    std::optional<at::ScalarType> Type = fx::toTorch(Array.Type);
    if (!Type)
      throw BadRequest("input '" + Name.str() + "': LibTorch lacks its dtype");
    at::Tensor T = at::empty(Array.Sizes, *Type);
    std::memcpy(T.data_ptr(), Array.Bytes.data(), Array.Bytes.size());
    Result.push_back({Name.str(), T});
  }
  return Result;
}

/// `<f4`; nothing for what NumPy lacks.
static std::string numpyType(const at::Tensor &T) {
  std::string Bytes = std::to_string(T.element_size());
  switch (T.scalar_type()) {
  case at::kBool:
    return "|b1";
  case at::kByte:
    return "|u1";
  case at::kChar:
    return "|i1";
  case at::kShort:
  case at::kInt:
  case at::kLong:
    return "<i" + Bytes;
  case at::kHalf:
  case at::kFloat:
  case at::kDouble:
    return "<f" + Bytes;
  case at::kComplexFloat:
  case at::kComplexDouble:
    return "<c" + Bytes;
  default:
    return "";
  }
}

static std::string npyOf(at::Tensor T) {
  // bfloat16 and the like.
  if (numpyType(T).empty())
    T = T.to(at::kFloat);
  T = T.contiguous();
  std::string Shape;
  for (int64_t Size : T.sizes())
    Shape += std::to_string(Size) + ",";
  std::string Header = "{'descr': '" + numpyType(T) +
                       "', 'fortran_order': False, 'shape': (" + Shape + "), }";
  // With its newline it ends at a multiple of 64 bytes.
  Header.append(63 - (10 + Header.size()) % 64, ' ') += '\n';
  std::string Result = "\x93NUMPY";
  Result += {'\1', '\0', char(Header.size()), char(Header.size() >> 8)};
  Result += Header;
  Result.append(static_cast<const char *>(T.data_ptr()), T.nbytes());
  return Result;
}

std::string writeNPZ(const Named &Values) {
  std::string Result;
  llvm::raw_string_ostream OS(Result);
  fx::StreamOutput Out(OS);
  fx::ZipWriter Zip(Out, /*Root=*/"");
  for (const auto &[Name, V] : Values)
    if (!V.isNone())
      orThrow(Zip.add(Name + ".npy", npyOf(tensorOf(V))));
  orThrow(Zip.finish());
  OS.flush();
  return Result;
}
