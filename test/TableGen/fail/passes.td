// RUN: not fx-tblgen -gen-pass-decls --pass-group=My -I %fx_src_root/include %s 2>&1 | FileCheck %s
// RUN: not fx-tblgen -gen-pass-defs -I %fx_src_root/include %s 2>&1 | FileCheck %s
// RUN: not fx-tblgen -gen-pass-doc -I %fx_src_root/include %s 2>&1 | FileCheck %s

// Malformed passes.

include "fx/Pass/PassBase.td"

class Good<string flag> : Pass<flag> {
  let Summary = "Do something";
  let Description = "Something.";
  let Example = "$ fx-opt";
}

// CHECK: passes.td:[[#@LINE+1]]:5: error: 'Bad_Flag' is not a valid flag of a pass
def A : Good<"Bad_Flag">;

// CHECK: passes.td:[[#@LINE+3]]:5: error: a pass needs a summary
// CHECK: passes.td:[[#@LINE+2]]:5: error: a pass needs a description
// CHECK: passes.td:[[#@LINE+1]]:5: error: a pass needs an example
def B : Pass<"b">;

// CHECK: passes.td:[[#@LINE+1]]:5: error: the description of a pass is not empty
def C : Good<"c"> { let Description = " "; }

// CHECK: passes.td:[[#@LINE+1]]:5: error: the summary is one line without a full stop
def D : Good<"d"> { let Summary = "Do."; }

// CHECK: passes.td:[[#@LINE+1]]:5: error: there is no option 'x' that the flag could set
def E : Good<"e"> { let FlagOption = "x"; }

class With<string flag, Option option> : Good<flag> {
  let Options = [option];
}

// CHECK: passes.td:[[#@LINE+1]]:5: error: unknown type 'size_t' of the option 'n'; there are bool, int64_t, uint64_t, double and std::string
def F : With<"f", Option<"N", "n", "size_t", "1", "n">>;
// CHECK: passes.td:[[#@LINE+1]]:5: error: 'maybe' is not a valid default of the option 'n' of type bool
def G : With<"g", Option<"N", "n", "bool", "maybe", "n">>;
// CHECK: passes.td:[[#@LINE+1]]:5: error: '-1' is not a valid default of the option 'n' of type uint64_t
def H : With<"h", Option<"N", "n", "uint64_t", "-1", "n">>;
// CHECK: passes.td:[[#@LINE+1]]:5: error: 'inf' is not a valid default of the option 'n' of type double
def HI : With<"hi", Option<"N", "n", "double", "inf", "n">>;
// CHECK: passes.td:[[#@LINE+1]]:5: error: 'x' is not a valid default of the option 'n' of type double
def I : With<"i", Option<"N", "n", "double", "x", "n">>;
// CHECK: passes.td:[[#@LINE+1]]:5: error: the default of the option 'n' is a text without quotes of its own, not "part"
def IQ : With<"iq", Option<"N", "n", "std::string", "\"part\"", "n">>;
// CHECK: passes.td:[[#@LINE+1]]:5: error: 'No' is not a valid name of an option
def J : With<"j", Option<"N", "No", "bool", "true", "n">>;
// CHECK: passes.td:[[#@LINE+1]]:5: error: 'a-b' is not a valid name of a member
def K : With<"k", Option<"a-b", "n", "bool", "true", "n">>;
// CHECK: passes.td:[[#@LINE+1]]:5: error: 'class' is a keyword of C++
def KC : With<"kc", Option<"class", "n", "bool", "true", "n">>;
// CHECK: passes.td:[[#@LINE+1]]:5: error: 'run' is a member of every pass
def KR : With<"kr", Option<"run", "n", "bool", "true", "n">>;
// CHECK: passes.td:[[#@LINE+1]]:5: error: the option 'n' has no description
def L : With<"l", Option<"N", "n", "bool", "true", "">>;
// CHECK: passes.td:[[#@LINE+1]]:5: error: the option 'n' has no values
def M : With<"m", EnumOption<"N", "n", "Kind", [], "", "n">>;
// CHECK: passes.td:[[#@LINE+1]]:5: error: 'slow' is not a valid default of the option 'n' of type Kind
def N : With<"n", EnumOption<"N", "n", "Kind", ["fast"], "slow", "n">>;
// CHECK: passes.td:[[#@LINE+1]]:5: error: 'So So' is not a valid word for the option 'n'
def O : With<"o", EnumOption<"N", "n", "Kind", ["So So"], "So So", "n">>;
// CHECK: passes.td:[[#@LINE+1]]:5: error: the option 'n' has the word 'fast' twice
def OT : With<"ot", EnumOption<"N", "n", "Kind", ["fast", "fast"], "fast", "n">>;
// CHECK: passes.td:[[#@LINE+1]]:5: error: a member and an enum class are called 'Kind'
def OV : With<"ov", EnumOption<"Kind", "n", "Kind", ["fast"], "fast", "n">>;

// CHECK: passes.td:[[#@LINE+2]]:5: error: a second option 'n'
// CHECK: passes.td:[[#@LINE+1]]:5: error: a second member 'N'
def P : Good<"p"> {
  let Options = [Option<"N", "n", "bool", "true", "n">,
                 Option<"N", "n", "bool", "true", "n">];
}

// CHECK: passes.td:[[#@LINE+3]]:5: error: a second member 'S'
// CHECK: passes.td:[[#@LINE+2]]:5: error: a second statistic 's'
// CHECK: passes.td:[[#@LINE+1]]:5: error: 'T t' is not a valid name of a statistic
def Q : Good<"q"> {
  let Statistics = [Statistic<"S", "s", "">, Statistic<"S", "s", "">,
                    Statistic<"T", "T t", "">];
}

def R1 : Good<"r">;
// CHECK: passes.td:[[#@LINE+2]]:5: error: a second pass 'r'
// CHECK: passes.td:[[#@LINE-2]]:5: note: declared here first
def R2 : Good<"r">;

// CHECK: error: the passes are malformed
