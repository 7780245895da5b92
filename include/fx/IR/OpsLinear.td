//===- OpsLinear.td - Products and linear algebra ----------*- tablegen -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_IR_OPSLINEAR
#define FX_IR_OPSLINEAR

include "fx/IR/OpBase.td"

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

def MatmulOp
    : Op<"matmul", [Fn<"operator.matmul", ["(Any a, Any b, /) -> Any"]>]> {
  let Summary = "Matrix product";
  let Aten = ["matmul", "linalg_matmul"];
}

def MmOp : Op<"mm">;

def BmmOp : Op<"bmm">;

def MvOp : Op<"mv">;

def AddmmOp : Op<"addmm">;

def AddmvOp : Op<"addmv">;

def AddbmmOp : Op<"addbmm">;

def BaddbmmOp : Op<"baddbmm">;

def AddrOp : Op<"addr">;

def DotOp : Op<"dot">;

def VdotOp : Op<"vdot">;

def InnerOp : Op<"inner">;

def KronOp : Op<"kron">;

def CrossOp : Op<"cross">;

def ChainMatmulOp : Op<"chain_matmul", [Fn<"torch.functional.chain_matmul",
                                           ["(Tensor *matrices, Tensor(a!)? "
                                            "out=None) -> Tensor"],
                                           // One matrix is returned as it is.
                                           ["aliases matrices"]>]>;

def CdistOp : Op<"cdist", [Fn<"torch.functional.cdist",
                              ["(Tensor x1, Tensor x2, float p=2.0, str "
                               "compute_mode='use_mm_for_euclid_dist_if_"
                               "necessary') -> Tensor"]>]>;

def OuterOp : Op<"outer"> { let Aten = ["outer", "ger"]; }

def TensordotOp : Op<"tensordot", [Fn<"torch.functional.tensordot",
                                      ["(Tensor a, Tensor b, Any dims=2, "
                                       "Tensor(a!)? out=None) -> Tensor"]>]>;

// The last form has the operands and lists of their dimensions by turns.
def EinsumOp
    : Op<"einsum", [Fn<"torch.functional.einsum",
                       ["(str equation, Tensor[] tensors) -> Tensor",
                        "(str equation, Any *operands) -> Tensor",
                        "(Any *args) -> Tensor"],
                       ["aliases tensors", "aliases operands",
                        "aliases args"]>]> {
  let Summary = "Sum of products by an equation";
  let Effects = ["aliases tensors"];
}

def LinearOp : Op<"linear"> { let Summary = "input @ weight.T + bias"; }

def BilinearOp : Op<"bilinear">;

def FunctionalGroupedMmOp
    : Op<"functional_grouped_mm",
         [Fn<"torch.nn.functional.grouped_mm",
             ["(Tensor mat_a, Tensor mat_b, *, Tensor? offs=None, Tensor? "
              "bias=None, ScalarType? out_dtype=None) -> Tensor"]>]> {
  let CppName = "GroupedMm";
}

def FunctionalScaledMmOp
    : Op<"functional_scaled_mm",
         [Fn<"torch.nn.functional.scaled_mm",
             ["(Tensor mat_a, Tensor mat_b, Any scale_a, Any scale_recipe_a, "
              "Any scale_b, Any scale_recipe_b, Any swizzle_a=None, Any "
              "swizzle_b=None, Tensor? bias=None, ScalarType? "
              "output_dtype=None, Any contraction_dim=(), bool "
              "use_fast_accum=False) -> Tensor"]>]> {
  let CppName = "ScaledMm";
}

def FunctionalScaledGroupedMmOp
    : Op<"functional_scaled_grouped_mm",
         [Fn<"torch.nn.functional.scaled_grouped_mm",
             ["(Tensor mat_a, Tensor mat_b, Any scale_a, Any scale_recipe_a, "
              "Any scale_b, Any scale_recipe_b, Any swizzle_a=None, Any "
              "swizzle_b=None, Tensor? bias=None, Tensor? offs=None, "
              "ScalarType? output_dtype=None, Any contraction_dim=(), bool "
              "use_fast_accum=False) -> Tensor"]>]> {
  let CppName = "ScaledGroupedMm";
}

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

def Conv1dOp : Op<"conv1d"> { let Summary = "Convolution"; }

def Conv2dOp : Op<"conv2d"> { let Summary = "Convolution"; }

def Conv3dOp : Op<"conv3d"> { let Summary = "Convolution"; }

def ConvTranspose1dOp : Op<"conv_transpose1d"> {
  let Summary = "Transposed convolution";
}

def ConvTranspose2dOp : Op<"conv_transpose2d"> {
  let Summary = "Transposed convolution";
}

def ConvTranspose3dOp : Op<"conv_transpose3d"> {
  let Summary = "Transposed convolution";
}

def ConvolutionOp : Op<"convolution">;

def ConvTbcOp : Op<"conv_tbc">;

def ConvolutionOpOp : Op<"_convolution"> { let CppName = "ConvolutionImpl"; }

//===----------------------------------------------------------------------===//
// Linear algebra
//===----------------------------------------------------------------------===//

def CholeskyOp : Op<"cholesky">;

def CholeskyInverseOp : Op<"cholesky_inverse">;

def CholeskySolveOp : Op<"cholesky_solve">;

def DetOp : Op<"det"> { let Aten = ["det", "linalg_det"]; }

def LogdetOp : Op<"logdet">;

def SlogdetOp : Op<"slogdet"> { let Aten = ["slogdet", "linalg_slogdet"]; }

def InverseOp : Op<"inverse"> {
  let Aten = ["inverse", "linalg_inv"];
  let Inverses = [Inverse<"input", [{ return torch.inverse(result) }]>,
                  Inverse<"A", [{ return torch.inverse(result) }],
                          "torch._C._linalg.linalg_inv">];
}

def PinverseOp : Op<"pinverse">;

def MatrixExpOp : Op<"matrix_exp"> {
  let Aten = ["matrix_exp", "linalg_matrix_exp"];
}

def MatrixPowerOp : Op<"matrix_power"> {
  let Aten = ["matrix_power", "linalg_matrix_power"];
}

def QrOp : Op<"qr">;

def SvdOp : Op<"svd">;

def TriangularSolveOp : Op<"triangular_solve">;

def TraceOp : Op<"trace">;

def LuSolveOp : Op<"lu_solve">;

def LuUnpackOp : Op<"lu_unpack">;

def OrgqrOp : Op<"orgqr"> {
  let Aten = ["orgqr", "linalg_householder_product"];
}

def OrmqrOp : Op<"ormqr">;

def GeqrfOp : Op<"geqrf">;

def LuOp
    : Op<"lu",
         [Fn<"torch.functional.lu", ["(Tensor A, bool pivot=True, bool "
                                     "get_infos=False, Any(a!)? out=None) -> "
                                     "Any"]>,
          Fn<"torch.functional._lu_with_infos", ["(Tensor A, bool pivot=True, "
                                                 "bool get_infos=False, "
                                                 "Any(a!)? "
                                                 "out=None) -> Any"]>,
          Fn<"torch.functional._lu_no_infos", ["(Tensor A, bool pivot=True, "
                                               "bool get_infos=False, Any(a!)? "
                                               "out=None) -> Any"]>,
          Method<"lu", ["(Tensor self, bool pivot=True, bool get_infos=False) "
                        "-> Any"]>]>;

def LinalgCholeskyOp : Op<"linalg_cholesky">;

def LinalgCondOp : Op<"linalg_cond">;

def LinalgCrossOp : Op<"linalg_cross">;

def LinalgDiagonalOp : Op<"linalg_diagonal">;

def LinalgEigOp : Op<"linalg_eig">;

def LinalgEighOp : Op<"linalg_eigh">;

def LinalgEigvalsOp : Op<"linalg_eigvals">;

def LinalgEigvalshOp : Op<"linalg_eigvalsh">;

def LinalgLdlFactorOp : Op<"linalg_ldl_factor">;

def LinalgLstsqOp : Op<"linalg_lstsq">;

def LinalgLuOp : Op<"linalg_lu">;

def LinalgMatrixNormOp : Op<"linalg_matrix_norm">;

def LinalgMatrixRankOp : Op<"linalg_matrix_rank">;

def LinalgMultiDotOp : Op<"linalg_multi_dot">;

def LinalgNormOp : Op<"linalg_norm">;

def LinalgPinvOp : Op<"linalg_pinv">;

def LinalgQrOp : Op<"linalg_qr">;

def LinalgSolveOp : Op<"linalg_solve">;

def LinalgSolveTriangularOp : Op<"linalg_solve_triangular">;

def LinalgSvdOp : Op<"linalg_svd">;

def LinalgSvdvalsOp : Op<"linalg_svdvals">;

def LinalgTensorinvOp : Op<"linalg_tensorinv">;

def LinalgTensorsolveOp : Op<"linalg_tensorsolve">;

def LinalgVanderOp : Op<"linalg_vander">;

def LinalgVecdotOp : Op<"linalg_vecdot">;

def LinalgVectorNormOp : Op<"linalg_vector_norm">;

def LegacySolveOp
    : Op<"legacy_solve", [Fn<"torch._linalg_utils.solve",
                             ["(Tensor input, Tensor A, *, Any(a!)? "
                              "out=None) -> Any"]>]>;

def LegacyLstsqOp
    : Op<"legacy_lstsq", [Fn<"torch._linalg_utils.lstsq",
                             ["(Tensor input, Tensor A, *, Any(a!)? "
                              "out=None) -> Any"]>]>;

def LegacyEigOp : Op<"legacy_eig",
                     [Fn<"torch._linalg_utils.eig",
                         ["(Tensor self, bool eigenvectors=False, *, Any(a!)? "
                          "e=None, Any(b!)? v=None) -> Any"]>]>;

def LegacyMatrixRankOp
    : Op<"legacy_matrix_rank", [Fn<"torch._linalg_utils.matrix_rank",
                                   ["(Tensor input, Any tol=None, "
                                    "bool symmetric=False, *, Any(a!)? "
                                    "out=None) -> Tensor"]>]>;

def PcaLowrankOp
    : Op<"pca_lowrank", [Fn<"torch._lowrank.pca_lowrank",
                            ["(Tensor A, int? q=None, bool center=True, int "
                             "niter=2) -> (Tensor, Tensor, Tensor)"],
                            ["random"]>]>;

def SvdLowrankOp
    : Op<"svd_lowrank", [Fn<"torch._lowrank.svd_lowrank",
                            ["(Tensor A, int? q=6, int? niter=2, Tensor? "
                             "M=None) -> (Tensor, Tensor, Tensor)"],
                            ["random"]>]>;

def LobpcgOp
    : Op<"lobpcg",
         [Fn<"torch._lobpcg.lobpcg",
             ["(Tensor A, int? k=None, Tensor? B=None, Tensor? X=None, int? "
              "n=None, Tensor? iK=None, int? niter=None, float? tol=None, "
              "bool? largest=None, Any method=None, Any tracker=None, Any "
              "ortho_iparams=None, Any ortho_fparams=None, Any "
              "ortho_bparams=None) -> (Tensor, Tensor)"],
             ["random"]>]>;

//===----------------------------------------------------------------------===//
// Fourier transforms
//===----------------------------------------------------------------------===//

def FftFftOp : Op<"fft_fft">;

def FftIfftOp : Op<"fft_ifft">;

def FftRfftOp : Op<"fft_rfft">;

def FftIrfftOp : Op<"fft_irfft">;

def FftHfftOp : Op<"fft_hfft">;

def FftIhfftOp : Op<"fft_ihfft">;

def FftFft2Op : Op<"fft_fft2">;

def FftIfft2Op : Op<"fft_ifft2">;

def FftRfft2Op : Op<"fft_rfft2">;

def FftIrfft2Op : Op<"fft_irfft2">;

def FftFftnOp : Op<"fft_fftn">;

def FftIfftnOp : Op<"fft_ifftn">;

def FftRfftnOp : Op<"fft_rfftn">;

def FftIrfftnOp : Op<"fft_irfftn">;

def FftFftshiftOp : Op<"fft_fftshift">;

def FftIfftshiftOp : Op<"fft_ifftshift">;

def FftFftfreqOp : Op<"fft_fftfreq">;

def FftRfftfreqOp : Op<"fft_rfftfreq">;

def StftOp
    : Op<"stft", [Fn<"torch.functional.stft",
                     ["(Tensor input, int n_fft, int? hop_length=None, int? "
                      "win_length=None, Tensor? window=None, bool center=True, "
                      "str pad_mode='reflect', bool normalized=False, bool? "
                      "onesided=None, bool? return_complex=None, bool? "
                      "align_to_window=None) -> Tensor"]>,
                  Method<
                      "stft", ["(Tensor self, int n_fft, int? hop_length=None, "
                               "int? win_length=None, Tensor? window=None, "
                               "bool center=True, str pad_mode='reflect', bool "
                               "normalized=False, bool? onesided=None, bool? "
                               "return_complex=None, bool? "
                               "align_to_window=None) -> Tensor"]>]>;

def IstftOp : Op<"istft">;

#endif // FX_IR_OPSLINEAR
