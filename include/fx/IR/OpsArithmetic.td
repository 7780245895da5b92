//===- OpsArithmetic.td - Functions of two operands --------*- tablegen -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_IR_OPSARITHMETIC
#define FX_IR_OPSARITHMETIC

include "fx/IR/OpBase.td"

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

def AddOp : Op<"add", [Fn<"operator.add", ["(Any a, Any b, /) -> Any"]>]> {
  let Summary = "input + alpha * other";
  let Commutative = true;
  let Pointwise = true;
  let Inverses = [Inverse<"a", [{ return result - b }], "operator.add">,
                  Inverse<"b", [{ return result - a }], "operator.add">,
                  Inverse<"input", [{
      if alpha == 1:
        return torch.sub(result, other)
      return torch.sub(result, other, alpha=alpha)
    }]>,
                  Inverse<"other", [{
      if alpha == 1:
        return torch.sub(result, input)
      return torch.div(torch.sub(result, input), alpha)
    }]>];
}

def SubOp : Op<"sub", [Fn<"operator.sub", ["(Any a, Any b, /) -> Any"]>]> {
  let Summary = "input - alpha * other";
  let Aten = ["sub", "subtract"];
  let Pointwise = true;
  let Inverses = [Inverse<"a", [{ return result + b }], "operator.sub">,
                  Inverse<"b", [{ return a - result }], "operator.sub">,
                  Inverse<"input", [{
      if alpha == 1:
        return torch.add(result, other)
      return torch.add(result, other, alpha=alpha)
    }]>,
                  Inverse<"other", [{
      if alpha == 1:
        return torch.sub(input, result)
      return torch.div(torch.sub(input, result), alpha)
    }]>];
}

def RsubOp : Op<"rsub"> {
  let Summary = "other - alpha * input";
  let Pointwise = true;
  let Inverses = [Inverse<"input", [{
      if alpha == 1:
        return torch.rsub(result, other)
      return torch.div(torch.rsub(result, other), alpha)
    }]>];
}

def MulOp : Op<"mul", [Fn<"operator.mul", ["(Any a, Any b, /) -> Any"]>]> {
  let Summary = "input * other";
  let Aten = ["mul", "multiply"];
  let Commutative = true;
  let Pointwise = true;
  let Inverses = [Inverse<"a", [{ return result / b }], "operator.mul">,
                  Inverse<"b", [{ return result / a }], "operator.mul">,
                  Inverse<"input", [{ return torch.div(result, other) }]>,
                  Inverse<"other", [{ return torch.div(result, input) }]>];
}

def DivOp : Op<"div", [Fn<"operator.truediv", ["(Any a, Any b, /) -> Any"]>]> {
  let Summary = "input / other";
  let Aten = ["div", "divide", "true_divide"];
  let Pointwise = true;
  let Inverses = [Inverse<"a", [{ return result * b }], "operator.truediv">,
                  Inverse<"b", [{ return a / result }], "operator.truediv">,
                  Inverse<"input", [{
      return torch.mul(result, other)
    }]>,
                  Inverse<"other", [{
      return torch.div(input, result)
    }]>];
}

def FloorDivideOp
    : Op<"floor_divide",
         [Fn<"operator.floordiv", ["(Any a, Any b, /) -> Any"]>]> {
  let Summary = "The quotient rounded down";
  let Pointwise = true;
}

def RemainderOp
    : Op<"remainder", [Fn<"operator.mod", ["(Any a, Any b, /) -> Any"]>]> {
  let Summary = "The rest with the sign of the divisor";
  let Pointwise = true;
}

def FmodOp : Op<"fmod"> { let Pointwise = true; }

def PowOp : Op<"pow", [Fn<"operator.pow", ["(Any a, Any b, /) -> Any"]>]> {
  let Summary = "input to the power of exponent";
  let Pointwise = true;
  let Inverses =
      [Inverse<"b", [{ return torch.log(result) / log(a) }], "operator.pow">,
       Inverse<"exponent", [{ return torch.log(result) / log(input) }]>];
}

def FloatPowerOp : Op<"float_power"> { let Pointwise = true; }

def AddcmulOp : Op<"addcmul"> { let Pointwise = true; }

def AddcdivOp : Op<"addcdiv"> { let Pointwise = true; }

def LerpOp : Op<"lerp"> { let Pointwise = true; }

def HypotOp : Op<"hypot"> {
  let Commutative = true;
  let Pointwise = true;
}

def CopysignOp : Op<"copysign"> { let Pointwise = true; }

def NextafterOp : Op<"nextafter"> { let Pointwise = true; }

def LdexpOp : Op<"ldexp"> { let Pointwise = true; }

def LogaddexpOp : Op<"logaddexp"> {
  let Commutative = true;
  let Pointwise = true;
}

def Logaddexp2Op : Op<"logaddexp2"> {
  let Commutative = true;
  let Pointwise = true;
}

def HeavisideOp : Op<"heaviside"> { let Pointwise = true; }

def Atan2Op : Op<"atan2"> {
  let Aten = ["atan2", "arctan2"];
  let Pointwise = true;
}

def GcdOp : Op<"gcd"> {
  let Commutative = true;
  let Pointwise = true;
}

def LcmOp : Op<"lcm"> {
  let Commutative = true;
  let Pointwise = true;
}

def MaximumOp : Op<"maximum"> {
  let Commutative = true;
  let Pointwise = true;
}

def MinimumOp : Op<"minimum"> {
  let Commutative = true;
  let Pointwise = true;
}

def FmaxOp : Op<"fmax"> {
  let Commutative = true;
  let Pointwise = true;
}

def FminOp : Op<"fmin"> {
  let Commutative = true;
  let Pointwise = true;
}

def XlogyOp : Op<"xlogy"> {
  let Aten = ["xlogy", "special_xlogy"];
  let Pointwise = true;
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

def EqOp : Op<"eq", [Fn<"operator.eq", ["(Any a, Any b, /) -> Any"]>]> {
  let Commutative = true;
  let Pointwise = true;
}

def NeOp : Op<"ne", [Fn<"operator.ne", ["(Any a, Any b, /) -> Any"]>]> {
  let Aten = ["ne", "not_equal"];
  let Commutative = true;
  let Pointwise = true;
}

def LtOp : Op<"lt", [Fn<"operator.lt", ["(Any a, Any b, /) -> Any"]>]> {
  let Aten = ["lt", "less"];
  let Pointwise = true;
}

def LeOp : Op<"le", [Fn<"operator.le", ["(Any a, Any b, /) -> Any"]>]> {
  let Aten = ["le", "less_equal"];
  let Pointwise = true;
}

def GtOp : Op<"gt", [Fn<"operator.gt", ["(Any a, Any b, /) -> Any"]>]> {
  let Aten = ["gt", "greater"];
  let Pointwise = true;
}

def GeOp : Op<"ge", [Fn<"operator.ge", ["(Any a, Any b, /) -> Any"]>]> {
  let Aten = ["ge", "greater_equal"];
  let Pointwise = true;
}

def IscloseOp : Op<"isclose"> { let Pointwise = true; }

def AllcloseOp : Op<"allclose">;

def EqualOp : Op<"equal"> { let Commutative = true; }

//===----------------------------------------------------------------------===//
// Logic and bits
//===----------------------------------------------------------------------===//

def BitwiseAndOp
    : Op<"bitwise_and", [Fn<"operator.and_", ["(Any a, Any b, /) -> Any"]>]> {
  let Commutative = true;
  let Pointwise = true;
}

def BitwiseOrOp
    : Op<"bitwise_or", [Fn<"operator.or_", ["(Any a, Any b, /) -> Any"]>]> {
  let Commutative = true;
  let Pointwise = true;
}

def BitwiseXorOp
    : Op<"bitwise_xor", [Fn<"operator.xor", ["(Any a, Any b, /) -> Any"]>]> {
  let Commutative = true;
  let Pointwise = true;
  let Inverses =
      [Inverse<"a", [{ return result ^ b }], "operator.xor">,
       Inverse<"b", [{ return result ^ a }], "operator.xor">,
       Inverse<"input", [{ return torch.bitwise_xor(result, other) }]>,
       Inverse<"other", [{ return torch.bitwise_xor(result, input) }]>];
}

def BitwiseLeftShiftOp
    : Op<"bitwise_left_shift",
         [Fn<"operator.lshift", ["(Any a, Any b, /) -> Any"]>]> {
  let Pointwise = true;
}

def BitwiseRightShiftOp
    : Op<"bitwise_right_shift",
         [Fn<"operator.rshift", ["(Any a, Any b, /) -> Any"]>]> {
  let Pointwise = true;
}

def LogicalAndOp : Op<"logical_and"> {
  let Commutative = true;
  let Pointwise = true;
}

def LogicalOrOp : Op<"logical_or"> {
  let Commutative = true;
  let Pointwise = true;
}

def LogicalXorOp : Op<"logical_xor"> {
  let Commutative = true;
  let Pointwise = true;
}

def WhereOp : Op<"where"> {
  let Summary =
      "Elements of input where the condition holds, of other elsewhere";
  let Pointwise = true;
}

//===----------------------------------------------------------------------===//
// In place, by the functions of Python's operator
//===----------------------------------------------------------------------===//

// Of a tensor they write to it; of a number they do not.

def IaddOp : Op<"iadd", [Fn<"operator.iadd", ["(Any a, Any b, /) -> Any"],
                            ["writes a", "aliases a"]>]>;

def IsubOp : Op<"isub", [Fn<"operator.isub", ["(Any a, Any b, /) -> Any"],
                            ["writes a", "aliases a"]>]>;

def ImulOp : Op<"imul", [Fn<"operator.imul", ["(Any a, Any b, /) -> Any"],
                            ["writes a", "aliases a"]>]>;

def ImatmulOp
    : Op<"imatmul", [Fn<"operator.imatmul", ["(Any a, Any b, /) -> Any"],
                        ["writes a", "aliases a"]>]>;

def ItruedivOp
    : Op<"itruediv", [Fn<"operator.itruediv", ["(Any a, Any b, /) -> Any"],
                         ["writes a", "aliases a"]>]>;

def IfloordivOp
    : Op<"ifloordiv", [Fn<"operator.ifloordiv", ["(Any a, Any b, /) -> Any"],
                          ["writes a", "aliases a"]>]>;

def ImodOp : Op<"imod", [Fn<"operator.imod", ["(Any a, Any b, /) -> Any"],
                            ["writes a", "aliases a"]>]>;

def IpowOp : Op<"ipow", [Fn<"operator.ipow", ["(Any a, Any b, /) -> Any"],
                            ["writes a", "aliases a"]>]>;

def IlshiftOp
    : Op<"ilshift", [Fn<"operator.ilshift", ["(Any a, Any b, /) -> Any"],
                        ["writes a", "aliases a"]>]>;

def IrshiftOp
    : Op<"irshift", [Fn<"operator.irshift", ["(Any a, Any b, /) -> Any"],
                        ["writes a", "aliases a"]>]>;

def IandOp : Op<"iand", [Fn<"operator.iand", ["(Any a, Any b, /) -> Any"],
                            ["writes a", "aliases a"]>]>;

def IorOp : Op<"ior", [Fn<"operator.ior", ["(Any a, Any b, /) -> Any"],
                          ["writes a", "aliases a"]>]>;

def IxorOp : Op<"ixor", [Fn<"operator.ixor", ["(Any a, Any b, /) -> Any"],
                            ["writes a", "aliases a"]>]>;

def IconcatOp
    : Op<"iconcat", [Fn<"operator.iconcat", ["(Any a, Any b, /) -> Any"],
                        ["writes a", "aliases a"]>]>;

#endif // FX_IR_OPSARITHMETIC
