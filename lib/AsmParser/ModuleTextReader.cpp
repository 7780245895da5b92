//===- ModuleTextReader.cpp - Reading print(module) -----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What torch.nn.Module.__repr__ writes, line by line:
//
//   NAME()                 nothing to say
//   NAME(TEXT)             one line of extra_repr and no children
//   NAME(                  else: first the lines of extra_repr, then a line for
//     TEXT                 each child; the lines of a child after its first are
//     (KEY): CHILD         indented by two more
//   )
//
// extra_repr, and the __repr__ of a child, may be any text. So a line is a
// child when it is in the right column and begins like one, and text
// otherwise. Children come last: when text follows them, what looked like
// children was text too.
//
//===----------------------------------------------------------------------===//

#include "fx/AsmParser/ModuleTree.h"
#include "fx/IR/Context.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/Support/CharClass.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace fx;
using namespace llvm;

namespace {

/// `(KEY): TEXT`. The root has no key.
struct Entry {
  StringRef Key;
  StringRef Text;
  /// What `(0-2): 3 x ReLU()` stands for, with the number that is written.
  bool IsRange = false;
  uint64_t First = 0, Last = 0;
  uint64_t Count = 1;

  bool isConsistent() const {
    return !IsRange || (Count && First <= Last && Last - First == Count - 1);
  }
  std::string name(uint64_t I) const {
    return IsRange ? utostr(First + I) : Key.str();
  }
};

/// A module whose lines are being read.
struct OpenModule {
  std::unique_ptr<Module> M;
  Entry Where;
  /// Column of its first line, and of the `)` that closes it.
  size_t Column = 0;
  /// Number of modules read so far, this one included.
  uint64_t Size = 1;
  /// Where the line after its first one begins.
  const char *Body = nullptr;
  /// The children, each from the beginning of its line.
  SmallVector<StringRef, 8> Children;
  DenseMap<Symbol, unsigned> ChildIndex;
  /// The last child while it is a text that may go on, and how far it goes.
  bool InText = false;
  Entry Text;
  const char *TextEnd = nullptr;
};

class ModuleTextReader {
public:
  ModuleTextReader(Context &Ctx, StringRef Buffer, DiagnosticEngine &Diags)
      : Ctx(Ctx), Rest(Buffer), Diags(Diags) {}
  std::unique_ptr<Module> read();

private:
  static SMLoc loc(StringRef Text) {
    return SMLoc::getFromPointer(Text.data());
  }
  template <typename... Ts>
  DiagnosticBuilder error(diag::ID Id, StringRef At, const Ts &...Args) {
    Failed = true;
    return Diags.report(Id, loc(At), Args...);
  }

  bool nextLine();
  SmallVector<StringRef, 8> splitLines(const char *Begin,
                                       const char *End) const;

  void readRoot();
  void readLine();
  void readTextLine(size_t Column);
  void open(const Entry &E, size_t Column);
  void close(bool AtEnd);
  void beginChild(const Entry &E, size_t Column);
  void endText();
  void addModule(const Entry &E, std::unique_ptr<Module> M, uint64_t Size);
  void takeBackChildren(OpenModule &M, unsigned Count);
  void checkTrailingText();

  std::unique_ptr<Module> moduleFromText(const Entry &E, const char *End);
  void setPrintedText(Module &M, ArrayRef<StringRef> Lines);

  Context &Ctx;
  StringRef Rest; ///< What follows Line.
  StringRef Line;
  bool WindowsLines = false;
  DiagnosticEngine &Diags;
  SmallVector<OpenModule, 0> Stack;
  std::unique_ptr<Module> Root;
  bool Failed = false;
  bool Stopped = false; ///< A limit was reached.
};

} // namespace

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

/// Moves on to the next line that is not a comment.
bool ModuleTextReader::nextLine() {
  do {
    if (Rest.empty())
      return false;
    std::tie(Line, Rest) = Rest.split('\n');
    if (WindowsLines)
      Line.consume_back("\r");
  } while (Line.starts_with("//"));
  return true;
}

/// The lines of a piece of the text that are not comments.
SmallVector<StringRef, 8> ModuleTextReader::splitLines(const char *Begin,
                                                       const char *End) const {
  SmallVector<StringRef, 8> Lines;
  StringRef Text(Begin, End - Begin);
  while (!Text.empty()) {
    StringRef L;
    std::tie(L, Text) = Text.split('\n');
    if (WindowsLines)
      L.consume_back("\r");
    if (!L.starts_with("//"))
      Lines.push_back(L);
  }
  return Lines;
}

/// Whether \p Text is the name of a class as a module prints it: without blanks
/// but in square brackets.
static bool isClassText(StringRef Text) {
  if (Text.empty() || !(isNameStart(Text[0]) || Text[0] & 0x80))
    return false;
  unsigned Depth = 0;
  for (char C : Text) {
    if (C == '[')
      ++Depth;
    else if (C == ']')
      Depth -= Depth != 0;
    else if (StringRef("()\"'=:").contains(C) || (C == ' ' && !Depth))
      return false;
  }
  return true;
}

/// Whether \p Text begins as a printed module does: `NAME(`.
static bool beginsModule(StringRef Text) {
  size_t Bracket = Text.find('(');
  return Bracket != StringRef::npos && isClassText(Text.take_front(Bracket));
}

/// Reads `0-2` as a range where `3 x ` follows.
static void parseRange(Entry &E) {
  auto [FirstText, LastText] = E.Key.split('-');
  uint64_t First, Last, Count;
  StringRef Text = E.Text;
  if (FirstText.getAsInteger(10, First) || LastText.getAsInteger(10, Last) ||
      Text.consumeInteger(10, Count) || !Text.consume_front(" x "))
    return;
  E.IsRange = true;
  E.First = First;
  E.Last = Last;
  E.Count = Count;
  E.Text = Text;
}

/// Reads `(KEY): TEXT`. A key may hold `): ` itself; then the text is where a
/// module begins.
static std::optional<Entry> parseEntry(StringRef Text) {
  if (!Text.consume_front("("))
    return std::nullopt;
  size_t End = Text.find("): ");
  if (End == StringRef::npos)
    return std::nullopt;
  for (size_t I = End; I != StringRef::npos; I = Text.find("): ", I + 1)) {
    StringRef After = Text.drop_front(I + 3);
    if (beginsModule(After) || After.rtrim() == "None") {
      End = I;
      break;
    }
  }
  Entry E;
  E.Key = Text.take_front(End);
  E.Text = Text.drop_front(End + 3);
  // PyTorch has no such names, so this is text.
  if (E.Key.empty() || E.Key.contains('.'))
    return std::nullopt;
  parseRange(E);
  return E;
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

/// Makes arguments, tensors or free text of what \p M prints about itself.
void ModuleTextReader::setPrintedText(Module &M, ArrayRef<StringRef> Lines) {
  SmallVector<StringRef, 8> Kept;
  for (StringRef L : Lines)
    if (!L.trim().empty())
      Kept.push_back(L.trim());
  if (Kept.empty())
    return;

  TensorAttr Tensor;
  if (all_of(Kept,
             [&](StringRef L) { return parsePrintedTensor(Ctx, L, Tensor); })) {
    for (StringRef L : Kept)
      if (parsePrintedTensor(Ctx, L, Tensor) && Tensor.Name)
        M.addTensor(Tensor);
    return;
  }

  std::vector<Argument> Args;
  std::vector<KwArg> Kwargs;
  if (parsePrintedArguments(Ctx, join(Kept, "\n"), Args, Kwargs)) {
    bool IsScripted = Args.empty() && Kwargs.size() == 1 &&
                      Kwargs[0].Name == "original_name" &&
                      Kwargs[0].Value.isString();
    if (!IsScripted) {
      M.setArgs(std::move(Args));
      M.setKwargs(std::move(Kwargs));
      return;
    }
    // It hides everything but its class; the text stays and says so.
    M.setClassName(Kwargs[0].Value.symbol());
  }
  M.setExtraText({Kept.begin(), Kept.end()});
}

/// A module that is not a NAME( ... ) over several lines with children.
std::unique_ptr<Module> ModuleTextReader::moduleFromText(const Entry &E,
                                                         const char *End) {
  StringRef Text(E.Text.data(), End - E.Text.data());
  SmallVector<StringRef, 8> Lines;
  if (!beginsModule(Text)) {
    // Somebody's own __repr__.
    auto M = std::make_unique<Module>(Ctx, Symbol());
    for (StringRef L : splitLines(Text.begin(), Text.end()))
      Lines.push_back(L.trim());
    M->setExtraText({Lines.begin(), Lines.end()});
    return M;
  }
  auto [Class, Inner] = Text.rtrim().split('(');
  auto M = std::make_unique<Module>(Ctx, Ctx.intern(Class));
  if (!Inner.consume_back(")"))
    error(diag::err_modules_not_closed, Class, Class);
  setPrintedText(*M, splitLines(Inner.begin(), Inner.end()));
  return M;
}

/// Adds \p M, of \p Size modules, to the innermost module as often as \p E
/// says.
void ModuleTextReader::addModule(const Entry &E, std::unique_ptr<Module> M,
                                 uint64_t Size) {
  OpenModule &To = Stack.back();
  if (E.Count > MaxTreeModules || To.Size + Size * E.Count > MaxTreeModules) {
    error(diag::err_modules_too_many, E.Text, MaxTreeModules);
    Stopped = true;
    return;
  }
  To.Size += Size * E.Count;
  for (uint64_t I = 0; I != E.Count; ++I)
    To.M->addChild(Ctx.intern(E.name(I)),
                   I + 1 == E.Count ? std::move(M) : M->clone());
}

void ModuleTextReader::open(const Entry &E, size_t Column) {
  if (Stack.size() == MaxModuleDepth) {
    error(diag::err_modules_too_deep, E.Text, MaxModuleDepth);
    Stopped = true;
    return;
  }
  OpenModule New;
  New.Where = E;
  New.Column = Column;
  New.Body = Rest.data();
  New.M = std::make_unique<Module>(Ctx, Ctx.intern(E.Text.rtrim().drop_back()));
  Stack.push_back(std::move(New));
}

/// Ends the innermost module, at its `)` or, \p AtEnd, where it is missing.
void ModuleTextReader::close(bool AtEnd) {
  endText();
  OpenModule Closed = std::move(Stack.back());
  Stack.pop_back();
  if (AtEnd)
    error(diag::err_modules_not_closed, Closed.Where.Text,
          Closed.M->className());
  const char *BodyEnd =
      Closed.Children.empty() ? Line.begin() : Closed.Children.front().begin();
  if (AtEnd && Closed.Children.empty())
    BodyEnd = Closed.Body;
  setPrintedText(*Closed.M, splitLines(Closed.Body, BodyEnd));
  if (Stack.empty())
    Root = std::move(Closed.M);
  else
    addModule(Closed.Where, std::move(Closed.M), Closed.Size);
}

/// Ends the last child of the innermost module if it was a text.
void ModuleTextReader::endText() {
  OpenModule &Top = Stack.back();
  if (!Top.InText)
    return;
  Top.InText = false;
  if (StringRef(Top.Text.Text.data(), Top.TextEnd - Top.Text.Text.data())
          .rtrim() == "None")
    // A child that is None, as after `self.downsample = None`.
    Top.M->setAttribute(Ctx.intern(Top.Text.Key), Argument::none());
  else
    addModule(Top.Text, moduleFromText(Top.Text, Top.TextEnd), 1);
}

/// Declares the first \p Count children of \p M to be text.
void ModuleTextReader::takeBackChildren(OpenModule &M, unsigned Count) {
  for (StringRef L : ArrayRef(M.Children).take_front(Count)) {
    std::optional<Entry> E = parseEntry(L.ltrim(' '));
    for (uint64_t I = 0; I != E->Count; ++I) {
      M.M->removeChild(E->name(I));
      M.M->removeAttribute(E->name(I));
    }
  }
  M.Children.erase(M.Children.begin(), M.Children.begin() + Count);
  M.ChildIndex.clear();
  for (auto [I, L] : enumerate(M.Children))
    M.ChildIndex[Ctx.intern(parseEntry(L.ltrim(' '))->Key)] = I;
}

void ModuleTextReader::beginChild(const Entry &E, size_t Column) {
  endText();
  OpenModule &Top = Stack.back();
  if (!E.isConsistent()) {
    error(diag::err_modules_range, E.Key, E.Key, E.Count);
    return;
  }
  Symbol Key = Ctx.intern(E.Key);
  if (auto It = Top.ChildIndex.find(Key); It != Top.ChildIndex.end()) {
    StringRef Before = Top.Children[It->second].ltrim(' ');
    Diags.report(diag::warn_modules_text_like_child, loc(Before), E.Key)
        .note(diag::note_modules_child, loc(Line.drop_front(Column)), E.Key);
    takeBackChildren(Top, It->second + 1);
  }
  Top.ChildIndex[Key] = Top.Children.size();
  Top.Children.push_back(Line);
  StringRef Text = E.Text.rtrim();
  if (Text.ends_with("(") && isClassText(Text.drop_back()))
    return open(E, Column);
  Top.InText = true;
  Top.Text = E;
  Top.TextEnd = Line.end();
}

/// Reads a line that is neither a child nor the end of a module.
void ModuleTextReader::readTextLine(size_t Column) {
  OpenModule &Top = Stack.back();
  if (Top.Children.empty())
    return; // A line of extra_repr; see close().
  StringRef Content = Line.drop_front(Column).rtrim();
  if (Top.InText) {
    // It belongs to the __repr__ of the child, unless that has ended.
    StringRef Text(Top.Text.Text.data(), Top.TextEnd - Top.Text.Text.data());
    bool Complete = beginsModule(Text) && Text.rtrim().ends_with(")");
    if (!Complete || Column > Top.Column + 2) {
      Top.TextEnd = Line.end();
      return;
    }
  }
  if (Column != Top.Column + 2 || Content == ")") {
    error(diag::err_modules_expected_child, Line.drop_front(Column), Content,
          Top.M->className());
    return;
  }
  // All before it is extra_repr as well.
  endText();
  Diags
      .report(diag::warn_modules_text_after_children,
              loc(Line.drop_front(Column)), Top.M->className())
      .note(diag::note_modules_text_begins,
            loc(Top.Children.front().ltrim(' ')));
  takeBackChildren(Top, Top.Children.size());
}

void ModuleTextReader::readLine() {
  size_t Column = Line.find_first_not_of(' ');
  if (Line.trim().empty())
    return;
  StringRef Content = Line.drop_front(Column).rtrim();
  // Lines that stand too far left show that a module was not closed.
  while (true) {
    OpenModule &Top = Stack.back();
    if (Column == Top.Column && Content == ")")
      return close(/*AtEnd=*/false);
    bool MayBeOwnText = Column == Top.Column && !parseEntry(Content);
    if (Column > Top.Column || MayBeOwnText || Stack.size() == 1)
      break;
    close(/*AtEnd=*/true);
    if (Stopped)
      return;
  }
  if (Column == Stack.back().Column + 2)
    if (std::optional<Entry> E = parseEntry(Line.drop_front(Column)))
      return beginChild(*E, Column);
  readTextLine(Column);
}

//===----------------------------------------------------------------------===//
// The whole text
//===----------------------------------------------------------------------===//

/// Reads the first line of the tree, and the lines of a root that is a text.
void ModuleTextReader::readRoot() {
  WindowsLines = Rest.split('\n').first.ends_with("\r");
  StringRef Buffer = Rest;
  do {
    if (!nextLine()) {
      error(diag::err_modules_empty, Buffer);
      return;
    }
  } while (Line.trim().empty());
  size_t Column = Line.find_first_not_of(' ');
  Entry E;
  E.Text = Line.drop_front(Column).rtrim();
  if (!beginsModule(E.Text) || E.Text.ends_with(":")) {
    DiagnosticBuilder D = error(diag::err_modules_expected_module, E.Text);
    if (E.Text.starts_with("graph(") || E.Text.starts_with("fx "))
      D.note(diag::note_modules_is_graph, SMLoc());
    return;
  }
  if (E.Text.ends_with("(") && isClassText(E.Text.drop_back()))
    return open(E, Column);
  const char *End = Line.end();
  while (
      !StringRef(E.Text.data(), End - E.Text.data()).rtrim().ends_with(")") &&
      nextLine() && !Line.trim().empty())
    End = Line.end();
  Root = moduleFromText(E, End);
}

/// print(graph_module) goes on with the code of its forward.
void ModuleTextReader::checkTrailingText() {
  bool IsCode = Rest.contains("def forward(");
  while (!IsCode && nextLine())
    if (!Line.trim().empty()) {
      error(diag::err_modules_trailing_text, Line.ltrim(' '));
      return;
    }
}

std::unique_ptr<Module> ModuleTextReader::read() {
  readRoot();
  while (!Stack.empty() && !Stopped && !Diags.tooManyErrors()) {
    if (!nextLine()) {
      // One message is enough for all that are open.
      Line = StringRef(Rest.end(), 0);
      close(/*AtEnd=*/true);
      break;
    }
    readLine();
  }
  if (!Failed)
    checkTrailingText();
  return Failed ? nullptr : std::move(Root);
}

std::unique_ptr<Module> fx::parseModuleTree(Context &Ctx, const SourceMgr &SM,
                                            unsigned BufferId,
                                            DiagnosticEngine &Diags) {
  StringRef Buffer = SM.getMemoryBuffer(BufferId)->getBuffer();
  return ModuleTextReader(Ctx, Buffer, Diags).read();
}
