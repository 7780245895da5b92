//===- Diagnostic.h - Errors, warnings and their places ---------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Every message that fx-opt can print has an id in Diagnostics.td. A message
/// goes either to a DiagnosticEngine (readers, verifier, warnings of passes),
/// or travels inside an llvm::Error until somebody has an engine to report it
/// to.
///
/// A place is a location in a buffer of an llvm::SourceMgr, or a node: who
/// reports it knows the node's module, and with it the line of text the node
/// was read from. This header knows neither nodes nor modules;
/// fx/IR/NodeDiagnostic.h adds them.
///
//===----------------------------------------------------------------------===//

#ifndef FX_SUPPORT_DIAGNOSTIC_H
#define FX_SUPPORT_DIAGNOSTIC_H

#include "fx/Support/SourceText.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/SMLoc.h"
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace llvm {
class raw_ostream;
class SourceMgr;
} // namespace llvm

namespace fx {

enum class Severity : uint8_t { Error, Warning, Note, Remark };
/// `error`, `warning`, `note` or `remark`.
llvm::StringRef severityName(Severity Sev);

namespace diag {
/// The ids of Diagnostics.td, in its order.
enum ID : unsigned {
#define FX_DIAGNOSTIC(NAME, SEVERITY, TEXT) NAME,
#include "fx/Support/Diagnostics.inc"
  NumDiagnostics
};
/// `err_undefined_value`
llvm::StringRef name(ID Id);
Severity severity(ID Id);
/// The text with its places `{0}`.
llvm::StringRef text(ID Id);
} // namespace diag

/// Where a message belongs.
struct DiagnosticPlace {
  DiagnosticPlace() = default;
  DiagnosticPlace(llvm::SMLoc Loc) : Loc(Loc) {}

  /// A place in a source buffer; may be invalid.
  llvm::SMLoc Loc;
  /// Of a node: what SourceText::locOf takes; 0: not a node, or one that was
  /// not read from text.
  uint32_t NodeLoc = 0;
  /// Name of that node; empty when it is not a node.
  std::string NodeName;
};

/// A message that explains another one.
struct Note {
  diag::ID Id{};
  std::string Text;
  DiagnosticPlace Place;
};

/// One message with its notes. Built by makeError or DiagnosticEngine::report;
/// plain data that can be inspected.
struct Diagnostic {
  diag::ID Id{};
  Severity Sev = Severity::Error;
  std::string Text;
  DiagnosticPlace Place;
  /// The range that is underlined; may be invalid.
  llvm::SMRange Range;
  /// For a message without a place: the file it is about. May be empty.
  std::string File;
  /// Holds the buffers of all places; null: the engine's own.
  const llvm::SourceMgr *Source = nullptr;
  /// Keeps Source alive.
  std::shared_ptr<const llvm::SourceMgr> OwnedSource;
  std::vector<Note> Notes;

  /// Turns the nodes among the places into locations in \p From, the text of
  /// their module, and names them in the message where there is none. A message
  /// without a place is about the file.
  void resolve(const SourceText &From);
  /// The message without its place, followed by ` (in %node)` if it is about a
  /// node, and by its notes: what llvm::toString() of an error gives.
  std::string str() const;
};

namespace detail {
/// \name Arguments of messages
/// Texts lose control characters and are cut when they are very long. A class
/// of another header has a function of this name beside it.
/// @{
std::string diagArgument(llvm::StringRef Text);
std::string diagArgument(const llvm::Twine &Text);
inline std::string diagArgument(const char *Text) {
  return diagArgument(llvm::StringRef(Text));
}
inline std::string diagArgument(const std::string &Text) {
  return diagArgument(llvm::StringRef(Text));
}
inline std::string diagArgument(char C) {
  return diagArgument(llvm::StringRef(&C, 1));
}
template <typename T, std::enable_if_t<std::is_integral_v<T>, int> = 0>
std::string diagArgument(T Number) {
  return std::to_string(Number);
}
/// @}
std::string formatDiagnostic(diag::ID Id, llvm::ArrayRef<std::string> Args);
template <typename... Ts>
std::string formatDiagnosticOf(diag::ID Id, const Ts &...Args) {
  // The first element keeps the array from being empty.
  std::string Texts[] = {std::string(), diagArgument(Args)...};
  return formatDiagnostic(Id, llvm::ArrayRef(Texts).drop_front());
}
} // namespace detail

class DiagnosticEngine;

/// A message in the making; reported to its engine when it goes out of scope.
class DiagnosticBuilder {
public:
  DiagnosticBuilder(DiagnosticEngine *Engine, Diagnostic D)
      : Engine(Engine), D(std::move(D)) {}
  DiagnosticBuilder(DiagnosticBuilder &&O)
      : Engine(O.Engine), D(std::move(O.D)) {
    O.Engine = nullptr;
  }
  DiagnosticBuilder &operator=(DiagnosticBuilder &&) = delete;
  ~DiagnosticBuilder();

  template <typename... Ts>
  DiagnosticBuilder &note(diag::ID Id, DiagnosticPlace Place,
                          const Ts &...Args) {
    D.Notes.push_back(
        {Id, detail::formatDiagnosticOf(Id, Args...), std::move(Place)});
    return *this;
  }
  DiagnosticBuilder &range(llvm::SMRange R) {
    D.Range = R;
    return *this;
  }
  DiagnosticBuilder &file(llvm::StringRef File) {
    D.File = File.str();
    return *this;
  }
  /// All places are in buffers of \p SM, which lives as long as the message.
  DiagnosticBuilder &source(std::shared_ptr<const llvm::SourceMgr> SM) {
    D.Source = SM.get();
    D.OwnedSource = std::move(SM);
    return *this;
  }
  /// Turns places that are nodes of the module with the text \p From into lines
  /// of it.
  DiagnosticBuilder &in(const SourceText &From);

  /// \name For makeError: the message as an error
  /// @{
  operator llvm::Error();
  template <typename T> operator llvm::Expected<T>() {
    return llvm::Error(*this);
  }
  /// @}

private:
  DiagnosticEngine *Engine;
  Diagnostic D;
};

/// Takes messages. Not global: readers, verifier and passes are given one. By
/// default messages are printed to llvm::errs() as
/// `file:line:col: error: text`, the line, and a caret.
class DiagnosticEngine {
public:
  /// \p SM holds the buffers of locations; it may come later or not at all.
  explicit DiagnosticEngine(const llvm::SourceMgr *SM = nullptr) : SM(SM) {}
  DiagnosticEngine(const DiagnosticEngine &) = delete;
  DiagnosticEngine &operator=(const DiagnosticEngine &) = delete;

  void setSource(const llvm::SourceMgr *NewSM) { SM = NewSM; }
  const llvm::SourceMgr *source() const { return SM; }
  /// Takes the place of printing. Warnings and errors are counted before.
  void setHandler(std::function<void(const Diagnostic &)> H) {
    Handler = std::move(H);
  }
  /// Where the default handler prints; llvm::errs() at first.
  void setStream(llvm::raw_ostream &Stream) { OS = &Stream; }
  /// Whether the default handler uses colors; std::nullopt (at first): when
  /// the stream is a terminal.
  void setColors(std::optional<bool> On) { Colors = On; }
  /// Whether the default handler ends each message with its id, as in
  /// ` [err_undefined_name]`.
  void setShowIds(bool On) { ShowIds = On; }
  /// How many errors are shown; 0 for all. 20 at first. One more message says
  /// that there were more.
  void setErrorLimit(unsigned Limit) { ErrorLimit = Limit; }
  /// Whether there were more errors than are shown, so that it is time to stop.
  bool tooManyErrors() const { return ErrorLimit && Errors > ErrorLimit; }

  template <typename... Ts>
  DiagnosticBuilder report(diag::ID Id, DiagnosticPlace Place,
                           const Ts &...Args) {
    Diagnostic D;
    D.Id = Id;
    D.Sev = diag::severity(Id);
    D.Text = detail::formatDiagnosticOf(Id, Args...);
    D.Place = std::move(Place);
    return DiagnosticBuilder(this, std::move(D));
  }
  void report(Diagnostic D);
  /// Reports every message that \p E holds, one of another kind as plain text;
  /// \p File is the file that they are about. True when there was an error.
  bool report(llvm::Error E, llvm::StringRef File = {});
  /// The same for messages about nodes of the module with the text \p From.
  bool report(llvm::Error E, const SourceText &From, llvm::StringRef File = {});

  unsigned numErrors() const { return Errors; }
  unsigned numWarnings() const { return Warnings; }

private:
  void deliver(const Diagnostic &D);

  const llvm::SourceMgr *SM;
  std::function<void(const Diagnostic &)> Handler;
  llvm::raw_ostream *OS = nullptr;
  std::optional<bool> Colors;
  bool ShowIds = false;
  unsigned ErrorLimit = 20;
  unsigned Errors = 0;
  unsigned Warnings = 0;
};

/// Prints \p D with its notes as the default handler does. \p SM may be null.
void printDiagnostic(const Diagnostic &D, llvm::raw_ostream &OS,
                     const llvm::SourceMgr *SM, bool Colors,
                     bool ShowIds = false);

/// An error that carries a Diagnostic.
class DiagnosticError : public llvm::ErrorInfo<DiagnosticError> {
public:
  static char ID;
  explicit DiagnosticError(Diagnostic D) : D(std::move(D)) {}
  const Diagnostic &diagnostic() const { return D; }
  Diagnostic take() { return std::move(D); }
  void log(llvm::raw_ostream &OS) const override;
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

private:
  Diagnostic D;
};

/// `return makeError(diag::err_foo, Node, "text").note(diag::note_bar, Loc);`
/// The place is a location, or a node: its line is found when the error is
/// reported.
template <typename... Ts>
[[nodiscard]] DiagnosticBuilder makeError(diag::ID Id, DiagnosticPlace Place,
                                          const Ts &...Args) {
  Diagnostic D;
  D.Id = Id;
  D.Sev = Severity::Error;
  D.Text = detail::formatDiagnosticOf(Id, Args...);
  D.Place = std::move(Place);
  return DiagnosticBuilder(nullptr, std::move(D));
}
/// The same about a whole file.
template <typename... Ts>
[[nodiscard]] DiagnosticBuilder makeFileError(diag::ID Id, llvm::StringRef File,
                                              const Ts &...Args) {
  DiagnosticBuilder B = makeError(Id, DiagnosticPlace(), Args...);
  B.file(File);
  return B;
}

/// \p E with the nodes that it names as lines of \p From, or by name: for an
/// error that leaves the place where its module is known.
llvm::Error resolveErrors(llvm::Error E, const SourceText &From);

} // namespace fx

#endif // FX_SUPPORT_DIAGNOSTIC_H
