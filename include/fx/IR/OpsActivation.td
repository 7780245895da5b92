include "fx/IR/OpBase.td"
def Relu : Op<"relu", [
    Fn<"torch.nn.functional.relu",
       ["(Tensor input, bool inplace=False) -> Tensor"],
       ["writes input if inplace", "aliases input if inplace"]>]> {
  let Summary = "Elements below zero become zero.";
  let Pointwise = true;
}
