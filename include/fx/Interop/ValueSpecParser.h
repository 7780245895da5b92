//===- ValueSpecParser.h - Inputs of models on the command line -*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
///   SPEC  := [NAME '='] VALUE
///   VALUE := FUNCTION '(' [SIZE {',' SIZE}] ')'         randn(1,3,224,224)
///          | DTYPE '[' [SIZE {',' SIZE}] ']' ['=' FILL] int64[2,8]=ones
///          | NUMBER | 'True' | 'False' | 'None' | '"' TEXT '"'
///          | FILE                                       a .safetensors file
///          | '[' VALUE {',' VALUE} ']' | '(' VALUE {',' VALUE} ')'
///          | '{' '"' TEXT '"' ':' VALUE {',' ...} '}'
///   SIZE  := NUMBER
///          | NAME [':' EXAMPLE] [':' MIN '..' [MAX]]     batch:8, h:1..64
///   FILL  := 'randn' | 'rand' | 'zeros' | 'ones' | 'arange' | NUMBER
///          | 'full(' NUMBER ')' | 'randint(' NUMBER ',' NUMBER ')'
///
//===----------------------------------------------------------------------===//

#ifndef FX_INTEROP_VALUESPECPARSER_H
#define FX_INTEROP_VALUESPECPARSER_H

#include "fx/Execution/TorchRun.h"
#include "llvm/Support/Error.h"

namespace fx {

/// What one `--input` says.
struct NamedValueSpec {
  /// Name of the input; empty: the next one without a value.
  std::string Name;
  /// A file with one tensor, or with one called like the input.
  std::string File;
  ValueSpec Value;
};

/// Reads a SPEC. Errors: err_input_spec.
llvm::Expected<NamedValueSpec> parseValueSpec(llvm::StringRef Text,
                                              Context &Ctx);

/// Reads several. A size with a name is the same in all of them: the example
/// that one gives, else one that its limits allow. Errors: err_input_spec,
/// also where two give different examples.
llvm::Expected<std::vector<NamedValueSpec>>
parseValueSpecs(llvm::ArrayRef<std::string> Texts, Context &Ctx);

/// The sizes of what is made up for inputs of dynamic sizes: those of the
/// export, or others within their ranges.
enum class ExampleSizes : uint8_t { AsExported, OneMore, Double };

/// What an input without a SPEC gets, by what \p Placeholder says of itself: a
/// value of its `val`, with sizes that the ranges of the program allow. None
/// where that is not known.
std::optional<ValueSpec>
defaultInput(const GraphModule &M, const Node &Placeholder,
             ExampleSizes Sizes = ExampleSizes::AsExported);

} // namespace fx

#endif // FX_INTEROP_VALUESPECPARSER_H
