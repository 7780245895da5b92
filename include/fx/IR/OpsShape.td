//===- OpsShape.td - Views, shapes, joining ----------------*- tablegen -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_IR_OPSSHAPE
#define FX_IR_OPSSHAPE

include "fx/IR/OpBase.td"

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

def ViewOp : Op<"view"> { let Summary = "The same memory in another shape"; }

def ViewAsOp : Op<"view_as">;

def ReshapeOp : Op<"reshape"> {
  let Summary = "The same elements in another shape, a view where possible";
}

def ReshapeAsOp : Op<"reshape_as">;

def FlattenOp : Op<"flatten"> { let Summary = "Several dimensions as one"; }

def UnflattenOp
    : Op<"unflatten", [Method<"unflatten", ["(Tensor(a) self, Any dim, Any "
                                            "sizes) -> Tensor(a)"]>]> {
  let Summary = "One dimension as several";
}

def RavelOp : Op<"ravel">;

def PermuteOp : Op<"permute"> { let Summary = "Dimensions in another order"; }

def TransposeOp : Op<"transpose"> {
  let Summary = "Two dimensions exchanged";
  let Aten = ["transpose", "swapaxes", "swapdims"];
  let Inverses =
      [Inverse<"input", [{ return torch.transpose(result, dim0, dim1) }]>,
       Inverse<"input", [{ return torch.swapaxes(result, axis0, axis1) }],
               "torch.swapaxes">,
       Inverse<"input", [{ return torch.swapdims(result, dim0, dim1) }],
               "torch.swapdims">,
       Inverse<"input", [{ return torch.transpose(result, axis0, axis1) }],
               "swapaxes">];
}

def TOp : Op<"t"> {
  let Inverses = [Inverse<"input", [{ return torch.t(result) }]>];
}

def AdjointOp : Op<"adjoint"> {
  let Inverses = [Inverse<"input", [{ return torch.adjoint(result) }]>];
}

def MovedimOp : Op<"movedim"> { let Aten = ["movedim", "moveaxis"]; }

def SqueezeOp : Op<"squeeze"> {
  let Summary = "Dimensions of size one removed";
}

def UnsqueezeOp : Op<"unsqueeze"> {
  let Summary = "A dimension of size one inserted";
  let Inverses = [Inverse<"input", [{ return torch.squeeze(result, dim) }]>];
}

def ExpandOp : Op<"expand"> {
  let Summary = "Dimensions of size one repeated without copying";
}

def ExpandAsOp : Op<"expand_as">;

def BroadcastToOp : Op<"broadcast_to">;

def NarrowOp : Op<"narrow">;

def SelectOp : Op<"select">;

def DiagonalOp : Op<"diagonal">;

def AsStridedOp : Op<"as_strided">;

def UnbindOp : Op<"unbind">;

def UnfoldOp : Op<"unfold">;

def AliasOp : Op<"alias">;

def DetachOp : Op<"detach">;

def SliceOp : Op<"slice">;

def SliceScatterOp : Op<"slice_scatter">;

def SelectScatterOp : Op<"select_scatter">;

def DiagonalScatterOp : Op<"diagonal_scatter">;

def AsStridedScatterOp : Op<"as_strided_scatter">;

def UnfoldPatchesOp
    : Op<"unfold_patches",
         [Fn<"torch.nn.functional.unfold",
             ["(Tensor input, int[2] kernel_size, int[2] dilation=1, int[2] "
              "padding=0, int[2] stride=1) -> Tensor"]>]> {
  let Summary = "Sliding blocks as columns";
  let Aten = ["im2col"];
}

def FoldOp
    : Op<"fold",
         [Fn<"torch.nn.functional.fold",
             ["(Tensor input, int[2] output_size, int[2] kernel_size, int[2] "
              "dilation=1, int[2] padding=0, int[2] stride=1) -> Tensor"]>]> {
  let Summary = "Columns summed up to sliding blocks";
  let Aten = ["col2im"];
}

//===----------------------------------------------------------------------===//
// Splitting
//===----------------------------------------------------------------------===//

def SplitOp : Op<"split", [Fn<"torch.functional.split",
                              ["(Tensor(a) tensor, Any split_size_or_sections, "
                               "int dim=0) -> Tensor(a)[]"]>,
                           Method<"split", ["(Tensor(a) self, Any split_size, "
                                            "int dim=0) -> Tensor(a)[]"]>]> {
  let Summary = "Views of consecutive parts";
}

def SplitWithSizesOp : Op<"split_with_sizes">;

def ChunkOp : Op<"chunk">;

// These return views and do not say so.
class UnsafeSplit<string name> : Op<name> { let Effects = ["aliases input"]; }
def UnsafeChunkOp : UnsafeSplit<"unsafe_chunk">;
def UnsafeSplitOp : UnsafeSplit<"unsafe_split">;
def UnsafeSplitWithSizesOp : UnsafeSplit<"unsafe_split_with_sizes">;

def UnsafeViewOp : Op<"_unsafe_view"> { let Effects = ["aliases input"]; }

def TensorSplitOp : Op<"tensor_split">;

def HsplitOp : Op<"hsplit">;

def VsplitOp : Op<"vsplit">;

def DsplitOp : Op<"dsplit">;

//===----------------------------------------------------------------------===//
// Joining
//===----------------------------------------------------------------------===//

def CatOp : Op<"cat"> {
  let Summary = "Tensors one after the other along a dimension";
  let Aten = ["cat", "concat", "concatenate"];
}

def StackOp : Op<"stack"> { let Summary = "Tensors along a new dimension"; }

def HstackOp : Op<"hstack">;

def VstackOp : Op<"vstack"> { let Aten = ["vstack", "row_stack"]; }

def DstackOp : Op<"dstack">;

def ColumnStackOp : Op<"column_stack">;

def BlockDiagOp
    : Op<"block_diag",
         [Fn<"torch.functional.block_diag", ["(Tensor *tensors) -> Tensor"]>]>;

def CartesianProdOp
    : Op<"cartesian_prod", [Fn<"torch.functional.cartesian_prod",
                               ["(Tensor *tensors) -> Tensor"]>]> {
  let Effects = ["aliases tensors"];
}

def CombinationsOp : Op<"combinations">;

def MeshgridOp
    : Op<"meshgrid",
         [Fn<"torch.functional.meshgrid", ["(Tensor *tensors, str? "
                                           "indexing=None) -> Tensor[]"]>]> {
  let Effects = ["aliases tensors"];
}

def BroadcastTensorsOp
    : Op<"broadcast_tensors", [Fn<"torch.functional.broadcast_tensors",
                                  ["(Tensor *tensors) -> Tensor[]"]>]> {
  let Effects = ["aliases tensors"];
}

def BroadcastShapesOp
    : Op<"broadcast_shapes",
         [Fn<"torch.functional.broadcast_shapes", ["(Any *shapes) -> Any"]>]>;

def AlignTensorsOp
    : Op<"align_tensors", [Fn<"torch.functional.align_tensors",
                              ["(Tensor *tensors) -> Tensor[]"]>]> {
  let Effects = ["aliases tensors"];
}

def Atleast1dOp
    : Op<"atleast_1d",
         [Fn<"torch.functional.atleast_1d", ["(Tensor *tensors) -> Any"]>]> {
  let Effects = ["aliases tensors", "aliases input"];
}

def Atleast2dOp
    : Op<"atleast_2d",
         [Fn<"torch.functional.atleast_2d", ["(Tensor *tensors) -> Any"]>]> {
  let Effects = ["aliases tensors", "aliases input"];
}

def Atleast3dOp
    : Op<"atleast_3d",
         [Fn<"torch.functional.atleast_3d", ["(Tensor *tensors) -> Any"]>]> {
  let Effects = ["aliases tensors", "aliases input"];
}

def TileOp : Op<"tile">;

def RepeatOp : Op<"repeat">;

def RepeatInterleaveOp : Op<"repeat_interleave">;

//===----------------------------------------------------------------------===//
// Moving elements
//===----------------------------------------------------------------------===//

def FlipOp : Op<"flip"> {
  let Inverses = [Inverse<"input", [{ return torch.flip(result, dims) }]>];
}

def FliplrOp : Op<"fliplr"> {
  let Inverses = [Inverse<"input", [{ return torch.fliplr(result) }]>];
}

def FlipudOp : Op<"flipud"> {
  let Inverses = [Inverse<"input", [{ return torch.flipud(result) }]>];
}

def RollOp : Op<"roll">;

def Rot90Op : Op<"rot90">;

def PixelShuffleOp : Op<"pixel_shuffle"> {
  let Summary = "Channels as pixels";
  let Effects = ["aliases input"];
  let Inverses = [Inverse<
      "input", [{ return torch.pixel_unshuffle(result, upscale_factor) }]>];
}

def PixelUnshuffleOp : Op<"pixel_unshuffle"> {
  let Summary = "Pixels as channels";
  let Effects = ["aliases input"];
  let Inverses = [Inverse<
      "input", [{ return torch.pixel_shuffle(result, downscale_factor) }]>];
}

def ChannelShuffleOp : Op<"channel_shuffle"> {
  let Effects = ["aliases input"];
}

def NativeChannelShuffleOp : Op<"native_channel_shuffle">;

def TrilOp : Op<"tril">;

def TriuOp : Op<"triu">;

def DiagOp : Op<"diag">;

def DiagEmbedOp : Op<"diag_embed">;

def DiagflatOp : Op<"diagflat">;

def PadOp : Op<"pad", [Fn<"torch.nn.functional.pad",
                          ["(Tensor input, int[] pad, str mode='constant', "
                           "float? value=None) -> Tensor"]>]> {
  let Summary = "Elements added around a tensor";
  let Aten = ["pad"];
  let Builder = "torch.nn.functional.pad";
}

def ConstantPadNdOp : Op<"constant_pad_nd">;

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

def SizeOp : Op<"size", [Method<"size", ["(Tensor self) -> Any",
                                         "(Tensor self, int dim) -> Any"]>]> {
  let Summary = "The shape, or one size of it";
  let Aten = ["size", "sym_size"];
}

def StrideOp
    : Op<"stride", [Method<"stride", ["(Tensor self) -> Any",
                                      "(Tensor self, int dim) -> Any"]>]> {
  let Aten = ["stride", "sym_stride"];
}

def NumelOp : Op<"numel", [Method<"nelement", ["(Tensor self) -> int"]>]> {
  let Aten = ["numel", "sym_numel"];
}

def DimOp : Op<"dim", [Method<"ndimension", ["(Tensor self) -> int"]>]>;

def StorageOffsetOp : Op<"storage_offset"> {
  let Aten = ["storage_offset", "sym_storage_offset"];
}

def ShapeAsTensorOp : Op<"shape_as_tensor"> {
  let Aten = ["_shape_as_tensor"];
  let Builder = "torch._shape_as_tensor";
}

#endif // FX_IR_OPSSHAPE
