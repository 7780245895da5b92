//===- Tensors.h - Tensors in the bodies of requests ----------------------===//

#ifndef MODEL_SERVER_TENSORS_H
#define MODEL_SERVER_TENSORS_H

#include "fx/Torch/CompiledModel.h"
#include <nlohmann/json.hpp>
#include <stdexcept>

/// What is wrong with a request.
struct BadRequest : std::runtime_error {
  using std::runtime_error::runtime_error;
};

using Named = std::vector<std::pair<std::string, c10::IValue>>;

/// `{"inputs": {"x": [[1, 2], [3, 4]]}}`. Elements get the dtypes of \p Inputs,
/// and where those do not say, float32 or int64. What nests in the model may
/// nest likewise, or have the names of the leaves.
Named readJSON(const std::string &Body, llvm::ArrayRef<fx::ModelLeaf> Inputs);
/// `{"outputs": {...}}`; NaN and infinities, which JSON lacks, are null.
std::string writeJSON(const Named &Values);

/// What numpy.savez writes, and numpy.load reads. None is left out.
/// Of no more than \p MaxBytes, unpacked.
Named readNPZ(const std::string &Body, uint64_t MaxBytes);
std::string writeNPZ(const Named &Values);

#endif // MODEL_SERVER_TENSORS_H
