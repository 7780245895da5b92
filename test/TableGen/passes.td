// RUN: fx-tblgen -gen-pass-decls --pass-group=My -I %fx_src_root/include %s | FileCheck %s --check-prefix=DECL
// RUN: fx-tblgen -gen-pass-defs -I %fx_src_root/include %s | FileCheck %s --check-prefix=DEF
// RUN: fx-tblgen -gen-pass-doc -I %fx_src_root/include %s | FileCheck %s --check-prefix=DOC

include "fx/Pass/PassBase.td"

def ReplaceGelu : Pass<"replace-gelu"> {
  let Summary = "Replace gelu by x * sigmoid(1.702 * x)";
  let Description = [{
    Every spelling of it.

        $ indented
  }];
  let Options = [
    Option<"Factor", "factor", "double", "1.702", "The | factor">,
    ListOption<"Where", "where", "std::string", "Which nodes">,
    EnumOption<"Mode", "mode", "ModeKind", ["fast", "very-exact"], "fast",
               "How">];
  let FlagOption = "factor";
  let Statistics = [Statistic<"NumReplaced", "replaced", "calls replaced">];
  let Preserved = ["module-paths"];
  let Example = [{
    $ fx-opt a.fx --replace-gelu
  }];
}

// DECL: fx::PassOptionInfo ReplaceGeluPassOptionInfos[] = {
// DECL: {"factor", "number", "1.702",
// DECL: "The | factor", false},
// DECL: "Which nodes", true},
// DECL: {"mode", "fast|very-exact", "fast",
// DECL: fx::PassInfo ReplaceGeluPassInfo = {
// DECL: "Every spelling of it.\n"
// DECL-NEXT: "\n"
// DECL-NEXT: "    $ indented",
// DECL: std::unique_ptr<fx::Pass> createReplaceGelu();
// DECL: inline void registerMyPasses(fx::PassRegistry &Registry) {
// DECL-NEXT: Registry.add(ReplaceGeluPassInfo, createReplaceGelu);

// DEF: #ifdef GEN_PASS_DEF_REPLACEGELU
// DEF: template <typename DerivedT> class ReplaceGeluBase : public fx::Pass {
// DEF: enum class ModeKind { Fast, VeryExact, };
// DEF: fx::Option<double> Factor{*this, "factor", 1.702};
// DEF-NEXT: fx::ListOption<std::string> Where{*this, "where"};
// DEF-NEXT: fx::Option<ModeKind> Mode{*this, "mode", ModeKind::Fast};
// DEF-NEXT: fx::PassStatistic NumReplaced{*this, "replaced", "calls replaced"};
// DEF: #endif // GEN_PASS_DEF_REPLACEGELU

// DOC: | [`replace-gelu`](#--replace-gelu) | Replace gelu by x * sigmoid(1.702 * x) |
// DOC: ## `--replace-gelu`
// DOC: Every spelling of it.
// DOC: {{^}}    $ indented
// DOC: | `factor` | number | `1.702` | The \| factor |
// DOC-NEXT: | `where` | text,... |  | Which nodes |
// DOC: `--replace-gelu=VALUE` sets `factor`.
// DOC: - `replaced`: calls replaced
// DOC: Preserves: `module-paths`.
// DOC: $ fx-opt a.fx --replace-gelu
