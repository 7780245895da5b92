//===- Exceptions.cpp - The border to code that throws --------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Exceptions.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Regex.h"
#include <c10/util/Exception.h>
#include <exception>

using namespace llvm;

/// The text of an exception without the traceback of TorchScript around it,
/// which is pages long: what is wrong, and in which line of the model.
static std::string withoutTraceback(StringRef Text) {
  size_t Last = Text.rfind("<--- HERE");
  if (!Text.contains("Traceback of TorchScript") || Last == StringRef::npos)
    return Text.str();
  StringRef Place = Text.take_front(Last);
  size_t File = Place.rfind("  File \"");
  Place = File == StringRef::npos ? "" : Place.substr(File).ltrim();
  Place = Place.take_until([](char C) { return C == '\n'; });
  // Lines of source are indented, what they lead to is not.
  StringRef What = Text.substr(Last).split('\n').second;
  while (What.starts_with(" "))
    What = What.split('\n').second;
  What = What.trim();
  // A trace has the frames of its Python code too, as `FILE(LINE): FUNCTION`.
  if (What.starts_with("Traceback of TorchScript, original code")) {
    static const Regex Frame("^.+\\([0-9]+\\): [^ ]+$");
    do
      What = What.split('\n').second;
    while (Frame.match(What.split('\n').first));
  }
  What.consume_front("builtins.");
  What.consume_front("RuntimeError: ");
  if (What.empty())
    return Text.str();
  return Place.empty() ? What.str() : (What + " (" + Place + ")").str();
}

std::string fx::torch_impl::describeException() {
  std::string Text;
  try {
    throw;
  } catch (const c10::Error &E) {
    Text = E.what_without_backtrace();
  } catch (const std::exception &E) {
    Text = E.what();
  } catch (...) {
    Text = "an exception of an unknown kind";
  }
  return withoutTraceback(StringRef(Text).rtrim());
}
