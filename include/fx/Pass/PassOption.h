//===- PassOption.h - Typed options of passes -------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// The options of a pass are members of its generated base class:
/// \code{.txt}
///   Option<std::string> Tag{*this, "tag", ""};
///   ListOption<std::string> Modules{*this, "modules"};
/// \endcode
/// Each reads its value from text and prints it so that it reads back. The pass
/// owns them by being a PassOptions; it copies their values when it is cloned.
///
//===----------------------------------------------------------------------===//

#ifndef FX_PASS_PASSOPTION_H
#define FX_PASS_PASSOPTION_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace llvm {
class raw_ostream;
}

namespace fx {

class PassOptionBase;

/// The options of one pass, in the order of their declaration.
class PassOptions {
public:
  PassOptions() = default;
  /// A copy has its own options, made by the members of its class;
  /// copyOptionValues fills them.
  PassOptions(const PassOptions &) {}
  PassOptions &operator=(const PassOptions &) = delete;

  llvm::ArrayRef<PassOptionBase *> options() const { return Options; }
  /// The option called Flag, or null. Linear in the options.
  PassOptionBase *findOption(llvm::StringRef Flag) const;
  /// Reads Text as the value of the option called Flag. Fails with the
  /// options there are when there is none of that name, and with what is
  /// expected when the value is malformed.
  llvm::Error setOption(llvm::StringRef Flag, llvm::StringRef Text);
  /// Takes the values of From, a pass of the same class.
  void copyOptionValues(const PassOptions &From);
  /// Writes `flag=value` for each option that does not have its default,
  /// separated by blanks, in a form that pipelines read back.
  void printOptions(llvm::raw_ostream &OS) const;

private:
  friend class PassOptionBase;
  llvm::SmallVector<PassOptionBase *, 4> Options;
};

/// An option whatever its type.
class PassOptionBase {
public:
  /// \p Flag outlives the option.
  PassOptionBase(PassOptions &Owner, llvm::StringRef Flag);
  virtual ~PassOptionBase();
  PassOptionBase(const PassOptionBase &) = delete;
  PassOptionBase &operator=(const PassOptionBase &) = delete;

  llvm::StringRef flag() const { return Flag; }
  /// True once a value was read, be it the default.
  bool wasGiven() const { return Given; }
  /// Reads a value. The error says what is expected; the option then is as it
  /// was.
  virtual llvm::Error parse(llvm::StringRef Text) = 0;
  /// Writes the value so that parse reads it.
  virtual void print(llvm::raw_ostream &OS) const = 0;
  virtual bool hasDefaultValue() const = 0;
  /// Takes the value of From, an option of the same type.
  virtual void copyFrom(const PassOptionBase &From) = 0;

protected:
  bool Given = false;

private:
  llvm::StringRef Flag;
};

/// \name Values of the types that options have
/// @{
llvm::Error parseOptionValue(llvm::StringRef Text, bool &Value);
llvm::Error parseOptionValue(llvm::StringRef Text, int64_t &Value);
llvm::Error parseOptionValue(llvm::StringRef Text, uint64_t &Value);
llvm::Error parseOptionValue(llvm::StringRef Text, double &Value);
llvm::Error parseOptionValue(llvm::StringRef Text, std::string &Value);
void printOptionValue(llvm::raw_ostream &OS, bool Value);
void printOptionValue(llvm::raw_ostream &OS, int64_t Value);
void printOptionValue(llvm::raw_ostream &OS, uint64_t Value);
void printOptionValue(llvm::raw_ostream &OS, double Value);
void printOptionValue(llvm::raw_ostream &OS, const std::string &Value);
/// @}

/// Reads one of Words; its index. A word that is a dtype, such as `bfloat16`,
/// is also read by its other names. The error lists the words.
llvm::Expected<unsigned> parseOptionWord(llvm::StringRef Text,
                                         llvm::ArrayRef<llvm::StringRef> Words);
/// The items of `a,b` or `{a,b}`; commas inside braces, brackets,
/// parentheses and quotes do not separate.
llvm::SmallVector<llvm::StringRef, 4> splitOptionList(llvm::StringRef Text);

/// An option with one value. Enumerations are found by argument-dependent
/// lookup of parseOptionValue and printOptionValue.
template <typename T> class Option : public PassOptionBase {
public:
  Option(PassOptions &Owner, llvm::StringRef Flag, T Default)
      : PassOptionBase(Owner, Flag), Value(Default), Default(Default) {}

  const T &get() const { return Value; }
  operator const T &() const { return Value; }
  operator llvm::StringRef() const
    requires std::is_same_v<T, std::string>
  {
    return Value;
  }
  const T *operator->() const { return &Value; }
  /// Sets the value, as the pass's own code does: wasGiven() stays.
  void set(T NewValue) { Value = std::move(NewValue); }

  llvm::Error parse(llvm::StringRef Text) override {
    T Read = Value;
    if (llvm::Error E = parseOptionValue(Text, Read))
      return E;
    set(std::move(Read));
    Given = true;
    return llvm::Error::success();
  }
  void print(llvm::raw_ostream &OS) const override {
    printOptionValue(OS, Value);
  }
  bool hasDefaultValue() const override { return Value == Default; }
  void copyFrom(const PassOptionBase &From) override {
    Value = static_cast<const Option &>(From).Value;
    Given = From.wasGiven();
  }

private:
  T Value;
  T Default;
};

/// An option with any number of values. A second value replaces the first
/// list.
template <typename T> class ListOption : public PassOptionBase {
public:
  ListOption(PassOptions &Owner, llvm::StringRef Flag)
      : PassOptionBase(Owner, Flag) {}

  llvm::ArrayRef<T> get() const { return Values; }
  operator llvm::ArrayRef<T>() const { return Values; }
  auto begin() const { return Values.begin(); }
  auto end() const { return Values.end(); }
  bool empty() const { return Values.empty(); }
  size_t size() const { return Values.size(); }
  void set(llvm::ArrayRef<T> NewValues) {
    Values.assign(NewValues.begin(), NewValues.end());
  }

  llvm::Error parse(llvm::StringRef Text) override {
    decltype(Values) Read;
    for (llvm::StringRef Item : splitOptionList(Text)) {
      T Value{};
      if (llvm::Error E = parseOptionValue(Item, Value))
        return E;
      Read.push_back(std::move(Value));
    }
    Values = std::move(Read);
    Given = true;
    return llvm::Error::success();
  }
  void print(llvm::raw_ostream &OS) const override;
  bool hasDefaultValue() const override { return Values.empty(); }
  void copyFrom(const PassOptionBase &From) override {
    Values = static_cast<const ListOption &>(From).Values;
    Given = From.wasGiven();
  }

private:
  llvm::SmallVector<T, 2> Values;
};

/// Writes `{`, a comma or `}` of a printed list.
void printOptionListPart(llvm::raw_ostream &OS, char Part);

template <typename T> void ListOption<T>::print(llvm::raw_ostream &OS) const {
  printOptionListPart(OS, '{');
  for (size_t I = 0; I != Values.size(); ++I) {
    if (I)
      printOptionListPart(OS, ',');
    printOptionValue(OS, Values[I]);
  }
  printOptionListPart(OS, '}');
}

} // namespace fx

#endif // FX_PASS_PASSOPTION_H
