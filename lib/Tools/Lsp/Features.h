//===- Features.h - Answers to requests about a file ------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_LSP_FEATURES_H
#define FX_LIB_TOOLS_LSP_FEATURES_H

#include "Snapshot.h"

namespace fx::lsp {

using llvm::Expected;
namespace json = llvm::json;

/// A name of a node where it is written: in a graph, or in a comment that
/// checks one.
struct NamePlace {
  /// With `%` where there is one.
  size_t Begin, End;
  llvm::StringRef Name;
  const SyntaxMap::GraphRange *Graph;
};
/// The name at \p Offset; none where there is none.
std::optional<NamePlace> nameAt(const Snapshot &S, size_t Offset);
/// Where \p Name is defined in \p Graph; null: not.
const SyntaxMap::Token *definitionOf(const Snapshot &S,
                                     const SyntaxMap::GraphRange &Graph,
                                     llvm::StringRef Name);
/// All places of the name, the definition and comments among them, in order.
std::vector<NamePlace> placesOf(const Snapshot &S, const NamePlace &Name);
/// The member at the dotted \p Path of module \p Module; null: none.
const SyntaxMap::MemberRange *memberOf(const Snapshot &S, uint32_t Module,
                                       llvm::StringRef Path);
/// The pass whose name is at \p Offset of a RUN line; null: none.
const PassInfo *passAt(const Snapshot &S, const Environment &Env,
                       size_t Offset);

/// \name Requests
/// What the protocol wants as a result, of \p S, at an offset of its text.
/// @{
json::Value hover(const Snapshot &S, const Environment &Env, size_t Offset);
json::Value definition(const Snapshot &S, const Environment &Env,
                       size_t Offset);
json::Value references(const Snapshot &S, size_t Offset, bool WithDefinition);
json::Value highlights(const Snapshot &S, size_t Offset);
json::Value completion(const Snapshot &S, const Environment &Env,
                       size_t Offset);
json::Value foldingRanges(const Snapshot &S);
json::Value selectionRange(const Snapshot &S, size_t Offset);
json::Value inlayHints(const Snapshot &S, const json::Object &Settings,
                       size_t Begin, size_t End);
json::Value codeActions(const Snapshot &S, size_t Begin, size_t End);
Expected<json::Value> prepareRename(const Snapshot &S, size_t Offset);
Expected<json::Value> rename(const Snapshot &S, const Environment &Env,
                             size_t Offset, llvm::StringRef NewName);
Expected<json::Value> formatting(const Snapshot &S);
/// @}

/// \name Requests with long answers
/// The text of what the protocol wants, as JSON.
/// @{
std::string documentSymbols(const Snapshot &S);
std::string semanticTokens(const Snapshot &S, size_t Begin, size_t End);
/// @}

/// Names of kinds of semantic tokens, in the order of their numbers.
json::Value semanticTokensLegend();

/// \name Edits
/// @{
json::Value editsOf(const Snapshot &S, llvm::ArrayRef<Edit> Edits);
json::Value workspaceEdit(const Snapshot &S, llvm::ArrayRef<Edit> Edits);
/// Edits of lines that make \p S what pass \p Pipeline leaves, if no node comes
/// or goes; else an error says so.
Expected<std::vector<Edit>> editsOfPass(const Snapshot &S,
                                        const Environment &Env,
                                        llvm::StringRef Pipeline);
/// One edit from the text of \p S to \p New: lines that both begin or end with
/// stay.
std::vector<Edit> editsTo(const Snapshot &S, llvm::StringRef New);
/// @}

/// Rules and files below \p Root whose names hold \p Query.
json::Value workspaceSymbols(llvm::StringRef Root, llvm::StringRef Query);

} // namespace fx::lsp

#endif // FX_LIB_TOOLS_LSP_FEATURES_H
