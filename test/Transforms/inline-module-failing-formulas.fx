fx 1
// A formula of a plugin that does not work out is an error at the call.
// RUN: %exits 1 fx-opt %s --load-pass-plugin=%plugins/TestFormulas.so --lower-modules 2>&1 | FileCheck %s
module net = Net {
  a0 = test.DivideIntegers()
  a1 = test.DivideReals()
  a2 = test.Overflow(1)
  a3 = test.Mismatch(1)
  a4 = test.TooLong(1000000000)
  a5 = test.Condition()
  a6 = test.Index(1)
  a7 = test.Unpack((1, 2, 3))
  a8 = test.NoValue()
  a9 = test.Raise(1)
  a10 = test.Method()
  a11 = test.Attribute()
}
graph():
    %x : [num_users=12] = placeholder[target=x]
// CHECK: [[#@LINE+1]]:5: error: cannot inline 'a0': test.DivideIntegers: division by zero
    %a0 : [num_users=0] = call_module[target=a0](args = (%x,), kwargs = {})
// CHECK: [[#@LINE+1]]:5: error: cannot inline 'a1': test.DivideReals: division by zero
    %a1 : [num_users=0] = call_module[target=a1](args = (%x,), kwargs = {})
// CHECK: [[#@LINE+1]]:5: error: cannot inline 'a2': test.Overflow: an integer does not fit 64 bits
    %a2 : [num_users=0] = call_module[target=a2](args = (%x,), kwargs = {})
// CHECK: [[#@LINE+1]]:5: error: cannot inline 'a3': test.Mismatch: '-' cannot be computed from these constants
    %a3 : [num_users=0] = call_module[target=a3](args = (%x,), kwargs = {})
// CHECK: [[#@LINE+1]]:5: error: cannot inline 'a4': test.TooLong: the repeated sequence is too long
    %a4 : [num_users=0] = call_module[target=a4](args = (%x,), kwargs = {})
// CHECK: [[#@LINE+1]]:5: error: cannot inline 'a5': test.Condition: a condition depends on the value of a node
    %a5 : [num_users=0] = call_module[target=a5](args = (%x,), kwargs = {})
// CHECK: [[#@LINE+1]]:5: error: cannot inline 'a6': test.Index: only sequences can be indexed, and only by integers
    %a6 : [num_users=0] = call_module[target=a6](args = (%x,), kwargs = {})
// CHECK: [[#@LINE+1]]:5: error: cannot inline 'a7': test.Unpack: a value cannot be unpacked to 2 names
    %a7 : [num_users=0] = call_module[target=a7](args = (%x,), kwargs = {})
// CHECK: [[#@LINE+1]]:5: error: cannot inline 'a8': test.NoValue: 'x' has no value yet
    %a8 : [num_users=0] = call_module[target=a8](args = (%x,), kwargs = {})
// CHECK: [[#@LINE+1]]:5: error: cannot inline 'a9': test.Raise: the formula raises{{$}}
    %a9 : [num_users=0] = call_module[target=a9](args = (%x,), kwargs = {})
// CHECK: [[#@LINE+1]]:5: error: cannot inline 'a10': test.Method: the method 'bit_length' of a constant is not known
    %a10 : [num_users=0] = call_module[target=a10](args = (%x,), kwargs = {})
// CHECK: [[#@LINE+1]]:5: error: cannot inline 'a11': test.Attribute: a constant has no attribute 'real'
    %a11 : [num_users=0] = call_module[target=a11](args = (%x,), kwargs = {})
    return None
