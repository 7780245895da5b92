/*===- Call.c - A model, called from C --------------------------------------===*/

#include <fx/C/fx.h>
#include <stdio.h>

/* Prints the error and frees it; whether there was one. */
static int failed(fx_error *Error) {
  if (!Error)
    return 0;
  fflush(stdout);
  fprintf(stderr, "%s\n", fx_error_message(Error));
  fx_error_free(Error);
  return 1;
}

int main(int argc, char **argv) {
  fx_model *Model;
  if (failed(fx_model_load(argv[1], NULL, &Model)))
    return 1;
  fx_leaf Leaf;
  for (size_t I = 0; fx_model_input(Model, I, &Leaf); ++I)
    printf("input %s: %d dimensions\n", Leaf.name, Leaf.ndim);

  float Elements[2 * 4] = {0};
  int64_t Sizes[] = {argc > 2 ? 1 : 2, 4};
  DLTensor Input = {.data = Elements,
                    .device = {kDLCPU, 0},
                    .ndim = 2,
                    .dtype = {kDLFloat, 32, 1},
                    .shape = Sizes};
  const DLTensor *Inputs[] = {&Input};
  fx_values *Values;
  int Code = failed(fx_model_run(Model, Inputs, 1, &Values));
  if (!Code) {
    const DLTensor *Out = fx_values_get(Values, 0);
    printf("output: %d x %d\n", (int)Out->shape[0], (int)Out->shape[1]);
    fx_values_free(Values);
  }
  fx_model_free(Model);
  return Code;
}
