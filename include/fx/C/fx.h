/*===- fx.h - Running models from C and other languages -----------*- C -*-===*\
|*                                                                            *|
|* Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.        *|
|* See LICENSE for license information.                                       *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/
/**
 * \file
 * The interface of fx/Torch/CompiledModel.h for other languages. Link
 * libFXTorch, or open it through the foreign-function interface of a language.
 *
 * Tensors are those of DLPack, whose header comes with LibTorch. Each function
 * that can fail returns an error, or null. Objects belong to the caller, who
 * frees them; freeing null does nothing. Nothing here throws, prints or
 * exits. A null where an object or an array is needed is an error, too; what
 * returns no error answers 0, null or an empty text then.
 *
 * Functions may be called from several threads at once, with the same model or
 * session; not with the same fx_values or fx_error.
 *
 * The header is of version FX_C_VERSION. A later version adds to it; nothing
 * goes or changes. A library has all of a header if fx_c_version() is not
 * smaller than its FX_C_VERSION.
 */

#ifndef FX_C_FX_H
#define FX_C_FX_H

#include <stddef.h>
#include <stdint.h>
/* The same header, on its own or as LibTorch has it. */
#if defined(__has_include) && __has_include(<dlpack/dlpack.h>)
#include <dlpack/dlpack.h>
#else
#include <ATen/dlpack.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define FX_C_VERSION 2

typedef struct fx_error fx_error;
typedef struct fx_model fx_model;
typedef struct fx_session fx_session;
typedef struct fx_values fx_values;

/** The version of this interface that the library has. */
uint32_t fx_c_version(void);

/** The text of an error, which lives as long as it. */
const char *fx_error_message(const fx_error *error);
void fx_error_free(fx_error *error);

/** \name Models
 * @{ */

/** Set size to sizeof(fx_load_options), and what is not needed to zero. */
typedef struct fx_load_options {
  size_t size;
  /** The model to take of a file that has several; null: the first. */
  const char *model;
  /** Weights to take instead of those that the model names; null: those. */
  const char *weights;
  /** True: results are those of LibTorch bit by bit. False: the graph is
   * prepared for this processor, and they differ by rounding. Since version
   * 2. */
  int32_t exact;
} fx_load_options;

/** Reads the file and makes the model ready to run. \p options may be null. The
 * error begins with the path. */
fx_error *fx_model_load(const char *path, const fx_load_options *options,
                        fx_model **model);
/** Sessions and results stay valid. */
void fx_model_free(fx_model *model);

/** A leaf of what goes in or comes out. What it points to lives as long as the
 * model. */
typedef struct fx_leaf {
  /** As Python would write it: image, batch['ids'], past[0][1]. */
  const char *name;
  /** Whether dtype_code, dtype_bits and the sizes are known. */
  int32_t has_type;
  /** Whether an input need not be given. */
  int32_t is_optional;
  /** As in DLDataType. */
  uint8_t dtype_code, dtype_bits;
  int32_t ndim;
  /** Each the size, or -1 where it is symbolic. */
  const int64_t *sizes;
  /** Limits of each size; INT64_MAX where there is none. */
  const int64_t *least, *most;
} fx_leaf;

size_t fx_model_num_inputs(const fx_model *model);
/** 0 of a plain graph, which does not say. */
size_t fx_model_num_outputs(const fx_model *model);
/** False where there is no input or output \p index. */
int32_t fx_model_input(const fx_model *model, size_t index, fx_leaf *leaf);
int32_t fx_model_output(const fx_model *model, size_t index, fx_leaf *leaf);

/** @}
 * \name Running
 * @{ */

/** Runs the model. \p inputs are the leaves in order, all or all but the
 * optional ones. They are borrowed: nothing keeps their memory. A null is None,
 * a tensor without dimensions may stand for a number. The optional ones of an
 * exported program are constants, which have to be what they were when it was
 * exported; a string is left out.
 *
 * Strides are not negative: a tensor that was turned around has to be copied.
 * Those, negative sizes, more elements than memory can hold and elements
 * without data are errors. Whether the memory is as large as the sizes say is
 * up to the caller. \p inputs may be null if \p num_inputs is 0. */
fx_error *fx_model_run(const fx_model *model, const DLTensor *const *inputs,
                       size_t num_inputs, fx_values **outputs);

/** A session, whose runs see what earlier ones have written. */
fx_error *fx_session_new(const fx_model *model, fx_session **session);
fx_error *fx_session_run(fx_session *session, const DLTensor *const *inputs,
                         size_t num_inputs, fx_values **outputs);
/** Goes back to the state in the file. */
fx_error *fx_session_reset(fx_session *session);
void fx_session_free(fx_session *session);

/** @}
 * \name Results, which share memory with nothing but each other
 * Two do where the model returns a tensor twice, or views of it.
 * @{ */

size_t fx_values_size(const fx_values *values);
/** The tensor, which lives as long as \p values; numbers are tensors without
 * dimensions, and a string among the results is an error of the run. Null for
 * None, or where there is none \p index. */
const DLTensor *fx_values_get(const fx_values *values, size_t index);
/** Gives the tensor away: the caller calls its deleter, and later calls for it,
 * of fx_values_get() too, give null. */
DLManagedTensor *fx_values_take(fx_values *values, size_t index);
void fx_values_free(fx_values *values);

/** @} */

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* FX_C_FX_H */
