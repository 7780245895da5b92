//===- Diagnostics.td - Every message of fx-opt ------------*- tablegen -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One record per message, grouped by area. A name begins with err_, warn_,
// note_ or remark_, as its class says; a text begins with a small letter, ends
// without a full stop, and has the places {0}, {1}, ... for its arguments (a
// literal brace is written twice). Read by `fx-tblgen -gen-diagnostics`.
//
//===----------------------------------------------------------------------===//

class Diagnostic<string severity, string text> {
  string Severity = severity;
  string Text = text;
}

/// Makes the run fail.
class Error<string text> : Diagnostic<"Error", text>;
/// Something is probably not as it was meant.
class Warning<string text> : Diagnostic<"Warning", text>;
/// Explains the diagnostic that it hangs on.
class Note<string text> : Diagnostic<"Note", text>;
/// Tells what happened, on demand.
class Remark<string text> : Diagnostic<"Remark", text>;

//===----------------------------------------------------------------------===//
// Any area
//===----------------------------------------------------------------------===//

def err_too_many_errors : Error<"too many errors; the rest is not shown">;
// An llvm::Error of another kind that reached the diagnostics.
def err_other : Error<"{0}">;

