//===- RuleLexer.h - Words and signs of rule files --------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_REWRITE_RULELEXER_H
#define FX_LIB_REWRITE_RULELEXER_H

#include "llvm/ADT/StringRef.h"
#include <vector>

namespace fx {
class DiagnosticEngine;
}

namespace fx::rewrite {

struct Token {
  enum TokenKind : uint8_t {
    End,
    NewLine,
    Name,     ///< `relu`, `torch.float32`, `merge-views` where names may.
    Value,    ///< `%x`
    Constant, ///< `$k`
    Number,
    String, ///< Text is without the quotes.
    Sign,
    Bad, ///< Reported already.
  };
  TokenKind Kind = End;
  bool Star = false; ///< A Value or Constant with a star: `%x*`.
  bool Bang = false; ///< A Value with a bang: `%x!`.
  const char *Begin = nullptr;
  const char *End_ = nullptr;
  /// The name without a sigil, the number, the sign.
  llvm::StringRef Text;

  bool is(llvm::StringRef SignText) const {
    return Kind == Sign && Text == SignText;
  }
  bool isWord(llvm::StringRef Word) const {
    return Kind == Name && Text == Word;
  }
};

/// Cuts the text into tokens, one at a time, since the parser says whether a
/// line end counts. Comments are kept until somebody takes them.
class RuleLexer {
public:
  RuleLexer(llvm::StringRef Text, DiagnosticEngine &Diags);

  /// The next token. Line ends are skipped where \p InBrackets.
  Token next(bool InBrackets);
  /// A name with hyphens, as rules have them, from where \p T began.
  Token asRuleName(const Token &T);
  /// Passes the rest of a clause, up to the end of its last line or the brace
  /// that closes its rule, without reading it.
  void skipClause();
  /// The first character after blanks, from \p At; 0 at the end of the line.
  char peek(const char *At) const;
  /// Whether a single `=` follows \p T.
  bool isAssigned(const Token &T) const;

  /// What stands after `//` in the lines since the last call; null for a blank
  /// line after one.
  std::vector<llvm::StringRef> takeComments();
  /// The last of them, as far as they begin with `///`.
  std::vector<llvm::StringRef> takeDocs();

private:
  bool skipBlanks(bool InBrackets);
  void takeComment();
  bool continues(const char *At) const;
  Token make(Token::TokenKind Kind, const char *Begin, llvm::StringRef Text);
  Token lexNumber();
  Token lexString();
  Token lexCapture();

  DiagnosticEngine &Diags;
  const char *Cur, *End;
  bool AtLineBegin = true;
  std::vector<llvm::StringRef> Comments;
};

} // namespace fx::rewrite

#endif // FX_LIB_REWRITE_RULELEXER_H
