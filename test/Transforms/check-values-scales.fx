// PyTorch 2.13 scales sizes by way of floats, which is the same for whole factors and sizes.
// RUN: fx-opt %s --check-values -o /dev/null
// RUN: sed 's/2[.]0/3.0/g; s/, 3[.]0], /, 2.0], /; s/\[3[.]0/[2.0/' %s > %t
// RUN: not fx-opt %t --check-values -o /dev/null 2>&1 | FileCheck %s
// CHECK: error: the value of %upsample_bicubic2d is wrong: its sizes are
fx 1
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
  range_constraints = {"s71": (2, None), "s68": (2, None)}
  symbolics = {"s71": ("Symbol('s71', positive=True, integer=True)", "int", 3), "s68": ("Symbol('s68', positive=True, integer=True)", "int", 4), "s68*s71": ("Mul(Symbol('s68', positive=True, integer=True), Symbol('s71', positive=True, integer=True))", "int", 12), "TruncToInt(2.0*ToFloat(s71))": ("TruncToInt(Mul(Float('2.0', precision=53), ToFloat(Symbol('s71', positive=True, integer=True))))", "int", 6), "TruncToInt(2.0*ToFloat(s68))": ("TruncToInt(Mul(Float('2.0', precision=53), ToFloat(Symbol('s68', positive=True, integer=True))))", "int", 8), "Max(1, TruncToInt(2.0*ToFloat(s68)))*Max(1, TruncToInt(2.0*ToFloat(s71)))": ("Mul(Max(Integer(1), TruncToInt(Mul(Float('2.0', precision=53), ToFloat(Symbol('s68', positive=True, integer=True))))), Max(Integer(1), TruncToInt(Mul(Float('2.0', precision=53), ToFloat(Symbol('s71', positive=True, integer=True))))))", "int", 48), "Max(1, TruncToInt(2.0*ToFloat(s68)))": ("Max(Integer(1), TruncToInt(Mul(Float('2.0', precision=53), ToFloat(Symbol('s68', positive=True, integer=True)))))", "int", 8)}
}
graph():
    %x_0 : [num_users=1] = placeholder[target=x_0] {input_spec: ("user_input",), val: tensor(torch.float32, (1, 1, sym("s71"), sym("s68")), (sym("s68*s71"), sym("s68*s71"), sym("s68"), 1), device("cpu"))}
    %upsample_bicubic2d : [num_users=1] = call_function[target=torch.ops.aten.upsample_bicubic2d.vec](args = (%x_0, None, False, [2.0, 2.0]), kwargs = {}) {val: tensor(torch.float32, (1, 1, sym("TruncToInt(2.0*ToFloat(s71))"), sym("TruncToInt(2.0*ToFloat(s68))")), (sym("Max(1, TruncToInt(2.0*ToFloat(s68)))*Max(1, TruncToInt(2.0*ToFloat(s71)))"), sym("Max(1, TruncToInt(2.0*ToFloat(s68)))*Max(1, TruncToInt(2.0*ToFloat(s71)))"), sym("Max(1, TruncToInt(2.0*ToFloat(s68)))"), 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%upsample_bicubic2d,),), kwargs = {}) {output_specs: (("user_output",),)}
