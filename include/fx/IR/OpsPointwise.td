//===- OpsPointwise.td - Functions of one operand ----------*- tablegen -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_IR_OPSPOINTWISE
#define FX_IR_OPSPOINTWISE

include "fx/IR/OpBase.td"

//===----------------------------------------------------------------------===//
// Exponentials and logarithms
//===----------------------------------------------------------------------===//

def ExpOp : Op<"exp"> {
  let Pointwise = true;
  let Inverses = [Inverse<"input", [{ return torch.log(result) }]>];
  let Laws = [FixedBy<"relu">];
}

def LogOp : Op<"log"> {
  let Pointwise = true;
  let Inverses = [Inverse<"input", [{ return torch.exp(result) }]>];
}

def Exp2Op : Op<"exp2"> {
  let Aten = ["exp2", "special_exp2"];
  let Pointwise = true;
  let Inverses = [Inverse<"input", [{ return torch.log2(result) }]>];
}

def Log2Op : Op<"log2"> {
  let Pointwise = true;
  let Inverses = [Inverse<"input", [{ return torch.exp2(result) }]>];
}

def Expm1Op : Op<"expm1"> {
  let Aten = ["expm1", "special_expm1"];
  let Pointwise = true;
  let Inverses = [Inverse<"input", [{ return torch.log1p(result) }]>];
}

def Log1pOp : Op<"log1p"> {
  let Aten = ["log1p", "special_log1p"];
  let Pointwise = true;
  let Inverses = [Inverse<"input", [{ return torch.expm1(result) }]>];
}

def Log10Op : Op<"log10"> {
  let Pointwise = true;
  let Inverses = [Inverse<"input", [{ return torch.pow(10, result) }]>];
}

def SqrtOp : Op<"sqrt"> {
  let Summary = "Square root";
  let Pointwise = true;
  let Inverses = [Inverse<"input", [{ return torch.square(result) }]>];
}

def SquareOp : Op<"square"> {
  let Summary = "x * x";
  let Pointwise = true;
}

def RsqrtOp : Op<"rsqrt"> {
  let Summary = "1 / sqrt(x)";
  let Pointwise = true;
  let Inverses = [Inverse<"input",
                          [{ return torch.reciprocal(torch.square(result)) }]>];
}

def ReciprocalOp : Op<"reciprocal"> {
  let Summary = "1 / x";
  let Pointwise = true;
  let Inverses = [Inverse<"input", [{ return torch.reciprocal(result) }]>];
}

//===----------------------------------------------------------------------===//
// Trigonometry
//===----------------------------------------------------------------------===//

// The inverses hold on the principal values.

def SinOp : Op<"sin"> {
  let Pointwise = true;
  let Inverses = [Inverse<"input", [{ return torch.arcsin(result) }]>];
}

def CosOp : Op<"cos"> {
  let Pointwise = true;
  let Inverses = [Inverse<"input", [{ return torch.arccos(result) }]>];
}

def TanOp : Op<"tan"> {
  let Pointwise = true;
  let Inverses = [Inverse<"input", [{ return torch.arctan(result) }]>];
}

def SinhOp : Op<"sinh"> {
  let Pointwise = true;
  let Inverses = [Inverse<"input", [{ return torch.arcsinh(result) }]>];
}

def CoshOp : Op<"cosh"> {
  let Pointwise = true;
  let Inverses = [Inverse<"input", [{ return torch.arccosh(result) }]>];
}

def AsinOp : Op<"asin"> {
  let Aten = ["asin", "arcsin"];
  let Pointwise = true;
  let Inverses = [Inverse<"input", [{ return torch.sin(result) }]>];
  let Builder = "torch.arcsin";
}

def AcosOp : Op<"acos"> {
  let Aten = ["acos", "arccos"];
  let Pointwise = true;
  let Inverses = [Inverse<"input", [{ return torch.cos(result) }]>];
  let Builder = "torch.arccos";
}

def AtanOp : Op<"atan"> {
  let Aten = ["atan", "arctan"];
  let Pointwise = true;
  let Inverses = [Inverse<"input", [{ return torch.tan(result) }]>];
  let Builder = "torch.arctan";
}

def AsinhOp : Op<"asinh"> {
  let Aten = ["asinh", "arcsinh"];
  let Pointwise = true;
  let Inverses = [Inverse<"input", [{ return torch.sinh(result) }]>];
  let Builder = "torch.arcsinh";
}

def AcoshOp : Op<"acosh"> {
  let Aten = ["acosh", "arccosh"];
  let Pointwise = true;
  let Inverses = [Inverse<"input", [{ return torch.cosh(result) }]>];
  let Builder = "torch.arccosh";
}

def AtanhOp : Op<"atanh"> {
  let Aten = ["atanh", "arctanh"];
  let Pointwise = true;
  let Inverses = [Inverse<"input", [{ return torch.tanh(result) }]>];
  let Builder = "torch.arctanh";
}

def SincOp : Op<"sinc"> {
  let Aten = ["sinc", "special_sinc"];
  let Pointwise = true;
}

def Deg2radOp : Op<"deg2rad"> {
  let Pointwise = true;
  let Inverses = [Inverse<"input", [{ return torch.rad2deg(result) }]>];
}

def Rad2degOp : Op<"rad2deg"> {
  let Pointwise = true;
  let Inverses = [Inverse<"input", [{ return torch.deg2rad(result) }]>];
}

//===----------------------------------------------------------------------===//
// Signs and rounding
//===----------------------------------------------------------------------===//

def AbsOp : Op<"abs", [Fn<"operator.abs", ["(Any a, /) -> Any"]>]> {
  let Summary = "Magnitude";
  let Aten = ["abs", "absolute"];
  let Pointwise = true;
  let Laws = [Idempotent<>,
              FixedBy<"relu", "is_float(%y)", "",
                      "The least integer has no absolute value.",
                      ["(x: i8[3]) relu(abs(%x)) \"-128\""]>];
}

def NegOp : Op<"neg", [Fn<"operator.neg", ["(Any a, /) -> Any"]>]> {
  let Summary = "-x";
  let Aten = ["neg", "negative"];
  let Pointwise = true;
  let Laws = [Involution<>];
  let Inverses = [Inverse<"a", [{ return -result }], "operator.neg">,
                  Inverse<"input", [{ return torch.neg(result) }]>];
}

def PositiveOp
    : Op<"positive",
         [Fn<"operator.pos", ["(Any a, /) -> Any"], ["aliases a"]>]> {
  let Summary = "+x, the tensor itself";
  let Pointwise = true;
  let Inverses = [Inverse<"a", [{ return result }], "operator.pos">,
                  Inverse<"input", [{ return result }]>];
}

def SignOp : Op<"sign"> {
  let Pointwise = true;
  let Laws = [Idempotent<>];
}

def SgnOp : Op<"sgn"> {
  let Pointwise = true;
  let Laws = [Idempotent<
      "not is_complex(%y)", "f32[3]",
      "The sign of a complex number is rounded, and not on the circle.">];
}

def SignbitOp : Op<"signbit"> { let Pointwise = true; }

def CeilOp : Op<"ceil"> {
  let Pointwise = true;
  let Laws = [Idempotent<>];
}

def FloorOp : Op<"floor"> {
  let Pointwise = true;
  let Laws = [Idempotent<>];
}

def FracOp : Op<"frac"> {
  let Pointwise = true;
  let Laws = [Idempotent<>];
}

def ConjPhysicalOp : Op<"conj_physical"> {
  let Pointwise = true;
  let Effects = ["aliases input"];
}

def IsfiniteOp : Op<"isfinite"> { let Pointwise = true; }

def IsinfOp : Op<"isinf"> { let Pointwise = true; }

def IsnanOp : Op<"isnan"> { let Pointwise = true; }

def IsneginfOp : Op<"isneginf"> { let Pointwise = true; }

def IsposinfOp : Op<"isposinf"> { let Pointwise = true; }

def IsrealOp : Op<"isreal"> { let Pointwise = true; }

def RoundOp : Op<"round"> {
  let Aten = ["round", "special_round"];
  let Pointwise = true;
  let Laws = [Idempotent<>];
}

def TruncOp : Op<"trunc"> {
  let Aten = ["trunc", "fix"];
  let Pointwise = true;
  let Laws = [Idempotent<>];
}

def NanToNumOp : Op<"nan_to_num"> { let Pointwise = true; }

def LogicalNotOp : Op<"logical_not"> {
  let Pointwise = true;
  let Laws = [Involution<
      "is_bool(%x)", "bool[3]", "",
      ["(x: i64[3]) logical_not(logical_not(%x)) "
       "\"a number becomes a truth value\""]>];
}

def BitwiseNotOp
    : Op<"bitwise_not", [Fn<"operator.invert", ["(Any a, /) -> Any"]>,
                         Fn<"operator.inv", ["(Any a, /) -> Any"]>]> {
  let Summary = "~x";
  let Pointwise = true;
  let Laws = [Involution<"", "i64[3]">];
  let Inverses = [Inverse<"a", [{ return ~result }], "operator.invert">,
                  Inverse<"input", [{ return torch.bitwise_not(result) }]>];
}

def NotOp : Op<"not", [Fn<"operator.not_", ["(Any a, /) -> Any"]>]> {
  let Summary = "not x, of Python";
  let CppName = "PyNot";
}

def TruthOp : Op<"truth", [Fn<"operator.truth", ["(Any a, /) -> Any"]>]> {
  let Summary = "bool(x), of Python";
}

//===----------------------------------------------------------------------===//
// Special functions
//===----------------------------------------------------------------------===//

def ErfOp : Op<"erf"> {
  let Aten = ["erf", "special_erf"];
  let Pointwise = true;
  let Inverses = [Inverse<"input", [{ return torch.erfinv(result) }]>];
}

def ErfinvOp : Op<"erfinv"> {
  let Aten = ["erfinv", "special_erfinv"];
  let Pointwise = true;
  let Inverses = [Inverse<"input", [{ return torch.erf(result) }]>];
}

def ErfcOp : Op<"erfc"> {
  let Aten = ["erfc", "special_erfc"];
  let Pointwise = true;
}

def LgammaOp : Op<"lgamma"> {
  let Aten = ["lgamma", "special_gammaln"];
  let Pointwise = true;
}

def DigammaOp : Op<"digamma"> {
  let Aten = ["digamma", "special_digamma", "special_psi"];
  let Pointwise = true;
}

def I0Op : Op<"i0"> {
  let Aten = ["i0", "special_i0"];
  let Pointwise = true;
}

def MvlgammaOp : Op<"mvlgamma"> {
  let Aten = ["mvlgamma", "special_multigammaln"];
  let Pointwise = true;
}

def PolygammaOp : Op<"polygamma"> {
  let Aten = ["polygamma", "special_polygamma"];
  let Pointwise = true;
}

//===----------------------------------------------------------------------===//
// Clamping
//===----------------------------------------------------------------------===//

def ClampOp : Op<"clamp"> {
  let Summary = "An element, but not below min nor above max";
  let Aten = ["clamp", "clip"];
  let Pointwise = true;
}

def ClampMinOp : Op<"clamp_min"> { let Pointwise = true; }

def ClampMaxOp : Op<"clamp_max"> { let Pointwise = true; }

//===----------------------------------------------------------------------===//
// Complex numbers
//===----------------------------------------------------------------------===//

def RealOp : Op<"real">;

def ImagOp : Op<"imag">;

def ConjOp : Op<"conj"> {
  let Inverses = [Inverse<"input", [{ return torch.conj(result) }]>];
}

def AngleOp : Op<"angle">;

def ViewAsRealOp : Op<"view_as_real">;

def ViewAsComplexOp : Op<"view_as_complex">;

def ResolveConjOp : Op<"resolve_conj">;

def ResolveNegOp : Op<"resolve_neg">;

def PolarOp : Op<"polar">;

def ComplexOp : Op<"complex">;

#endif // FX_IR_OPSPOINTWISE
