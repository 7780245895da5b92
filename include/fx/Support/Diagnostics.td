//===- Diagnostics.td - Every message of fx-opt ------------*- tablegen -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One record per message, grouped by area. A name begins with err_, warn_,
// note_ or remark_, as its class says; a text begins with a small letter, ends
// without a full stop, and has the places {0}, {1}, ... for its arguments (a
// literal brace is written twice). Read by `fx-tblgen -gen-diagnostics`.
//
//===----------------------------------------------------------------------===//

class Diagnostic<string severity, string text> {
  string Severity = severity;
  string Text = text;
}

/// Makes the run fail.
class Error<string text> : Diagnostic<"Error", text>;
/// Something is probably not as it was meant.
class Warning<string text> : Diagnostic<"Warning", text>;
/// Explains the diagnostic that it is attached to.
class Note<string text> : Diagnostic<"Note", text>;
/// Tells what happened, on demand.
class Remark<string text> : Diagnostic<"Remark", text>;

//===----------------------------------------------------------------------===//
// Any area
//===----------------------------------------------------------------------===//

def err_too_many_errors : Error<"too many errors; the rest is not shown">;
// An llvm::Error of another kind that reached the diagnostics.
def err_other : Error<"{0}">;
def err_bad_glob : Error<"'{0}' is not a valid glob: {1}">;

//===----------------------------------------------------------------------===//
// Pipelines and the options of passes
//===----------------------------------------------------------------------===//

def err_pipeline_expected_pass : Error<"expected the name of a pass">;
def err_pipeline_expected_comma : Error<"expected ',' or the end of the pipeline">;
def err_pipeline_expected_option : Error<"expected ',' or the end of the options">;
def err_pipeline_expected_list : Error<"expected '(' and the passes to repeat after 'fix'">;
def err_pipeline_takes_no_passes : Error<"'{0}' is a pass, not a group: only 'fix' takes passes">;
def err_pipeline_unclosed : Error<"this '{0}' is never closed">;
def err_pipeline_too_deep : Error<"groups are nested more than {0} deep">;
def err_pipeline_unknown_pass : Error<"there is no pass '{0}'">;
def err_pipeline_unknown_option : Error<"'{0}' has no option '{1}'">;
def err_pipeline_no_value : Error<"'{0}' takes no value without the name of an option">;
def err_pipeline_bad_value : Error<"option '{1}' of '{0}': {2}">;
def err_pipeline_option_twice : Error<"option '{1}' of '{0}' is given twice">;
def note_did_you_mean : Note<"did you mean '{0}'?">;
def note_list_passes : Note<"fx-opt --list-passes shows what there is">;
def note_pipeline_options : Note<"its options are {0}">;
def note_pipeline_no_options : Note<"it has no options">;

//===----------------------------------------------------------------------===//
// Running passes
//===----------------------------------------------------------------------===//

// Messages of passes that have no ids of their own, such as those of plugins.
def err_pass : Error<"{0}: {1}">;
def warn_pass : Warning<"{0}: {1}">;
def remark_pass : Remark<"{0}: {1}">;
def note_pass : Note<"{0}">;
def err_pass_denies_change : Error<"pass '{0}' changed the graph but says that it did not">;
def warn_pass_claims_change : Warning<"pass '{0}' says that it changed the graph, but nothing changed; it has to return false then">;
def warn_pass_selects_nothing : Warning<"{0}: 'where={1}' selects no node">;
def note_list_nodes : Note<"'fx-opt FILE --list-nodes=SELECTOR' lists what a selector picks">;
def err_pass_refused : Error<"pass '{0}' made a wrong edit: {1}">;
def err_pass_not_idempotent : Error<"pass '{0}' changed the graph again when it was run a second time">;
def err_pass_left_invalid : Error<"pass '{0}' left an invalid graph">;
def err_no_fixpoint : Error<"no fixpoint after {0} iterations; the last change was made by '{1}'">;

//===----------------------------------------------------------------------===//
// Rewrite rules
//===----------------------------------------------------------------------===//

def err_rules_version : Error<"a file of rules begins with the line 'fxr 1'">;
def err_rules_not_text
    : Error<"this is not text; a file of rules begins with the line 'fxr 1'">;
def err_rules_newer : Error<"this is version {0} of the rule language; the newest that can be read is {1}">;
def err_rules_limit : Error<"there are more than {0} {1}">;
def err_rules_unclosed : Error<"nothing closes this '{0}'">;
def err_rules_unknown : Error<"there is no {0} '{1}'">;
def err_rules_redefined : Error<"there is another {0} '{1}'">;
def note_rules_other : Note<"the other one is here">;
def err_rules_missing : Error<"rule '{0}' needs {1}">;
def err_rules_conflict : Error<"a rule cannot be '{0}' and '{1}' at once">;
def err_rules_unbound : Error<"nothing binds '{0}'">;
def err_rules_not_constant : Error<"'{0}' is a value of the graph where a constant is needed">;
def err_rules_not_value : Error<"'{0}' is a constant where a value of the graph is needed">;
def err_rules_arguments : Error<"'{0}' takes {1}, and this gives {2}">;
def err_rules_overload : Error<"no overload of '{0}' takes these arguments">;
def note_rules_overload : Note<"there is {0}">;
def err_rules_any_root : Error<"the root of a pattern is an operator: this fits every value">;
def err_rules_roots : Error<"no line uses '{0}', and it cannot be another root of the pattern">;
def err_rules_recursive : Error<"'{0}' is defined by itself">;
def err_rules_misplaced : Error<"{0} cannot stand in {1}">;
def err_rules_same_pattern : Error<"rules '{0}' and '{1}' have the same pattern and other results">;
def err_rules_example : Error<"the example of rule '{0}': {1}">;
def warn_rules_generations : Warning<"rule '{0}' is left out for this node, which stands for the results of {1} rewrites in a row">;
def remark_rules_refused : Remark<"rule '{0}' matches and is not applied: {1}">;
def remark_rules_near : Remark<"rule '{0}' fits {1} of {2} operators: {3}">;
def note_rules_pattern : Note<"the pattern has '{0}' there ({1})">;
def remark_rules_applied : Remark<"rule '{0}' is applied">;
def remark_rules_found : Remark<"rule '{0}' fits here, and covers {1}">;
def remark_rules_summary : Remark<"rule '{0}' fits {1} times; {2}">;
def err_rules_count : Error<"rule '{0}' is applied {1} times; --expect-fire says {2}">;
def err_rules_from : Error<"no rule can be made that ends at %{0}: {1}">;
def err_rules_differs : Error<"rule '{0}' is wrong here: run on the same values, {1}">;
def note_rules_reproducer : Note<"what the rule fits is in '{0}', with the command to see this again">;
def warn_rules_unchecked : Warning<"{0} of {1} rewrites of rule '{2}' could not be run: {3}">;
def err_rules_no_match : Error<"rule '{0}' is not applied at %{1}, as {2} asks: {3}">;

//===----------------------------------------------------------------------===//
// Decomposition
//===----------------------------------------------------------------------===//

def err_lower_call : Error<"'{0}' cannot be written as operators of ATen: {1}">;
def err_export_input : Error<"the type of input '{0}' is not known; give it with --input='{0}=f32[...]', with names for sizes that callers choose (f32[batch,3])">;
def err_export_output : Error<"the graph returns something that is neither a tensor nor a number nor a tuple, list or dictionary of these, which a program cannot">;
def err_export_state : Error<"nothing is known of the tensor '{0}'; a program needs its type and its elements, as a module tree and a file of weights have them">;
def err_export_dimension : Error<"%{0} has another value when {1}: {2}; the size has to be a number, or the model does not take other ones">;
def err_export_example : Error<"{0}, when {1}; the example of a size has to fit">;
def err_export_assertion : Error<"this holds for {0} and not for {1}, which the limits of the size allow: {2}">;
def err_decompose : Error<"'{0}' cannot be decomposed: {1}">;
def err_decompose_written
    : Error<"the contents of '{0}' are changed in place, which no output of this "
            "graph can return">;
def remark_decompose_kept
    : Remark<"calls of '{0}' are left as they are: {1}">;

//===----------------------------------------------------------------------===//
// print(module)
//===----------------------------------------------------------------------===//

def err_modules_empty : Error<"there is no module tree in this text">;
def err_modules_expected_module
    : Error<"expected a module as print(module) shows it, such as 'ReLU()'">;
def note_modules_is_graph
    : Note<"this looks like a graph; --module-tree expects the text of print(module)">;
def err_modules_not_closed : Error<"'{0}(' is not closed with ')'">;
def err_modules_range
    : Error<"the range '({0})' does not have as many names as '{1} x' has modules">;
def err_modules_expected_child
    : Error<"expected '(NAME): ...' or the ')' of '{1}(', not '{0}'">;
def err_modules_trailing_text : Error<"text after the end of the module tree">;
def err_modules_too_deep : Error<"modules nest more than {0} levels deep">;
def err_modules_too_many : Error<"more than {0} modules in one tree">;
def warn_modules_text_like_child
    : Warning<"'({0}): ...' is taken as text and not as a module, since a "
              "module of that name follows">;
def note_modules_child : Note<"this is module '{0}'">;
def warn_modules_text_after_children
    : Warning<"everything up to here is taken as text that '{0}' shows, since "
              "modules come last">;
def note_modules_text_begins : Note<"the text begins here">;

//===----------------------------------------------------------------------===//
// Node selectors
//===----------------------------------------------------------------------===//

def err_selector_empty : Error<"the selector is empty; '*' selects every node">;
def err_selector_expected_term
    : Error<"expected a condition such as 'op=call_module', not '{0}'">;
def err_selector_expected_term_at_end
    : Error<"expected a condition such as 'op=call_module' before the selector "
            "ends">;
def err_selector_expected_operator : Error<"expected '&' or '|' between conditions">;
def err_selector_unmatched : Error<"unmatched '{0}'">;
def err_selector_too_deep : Error<"parentheses and '!' are nested more than {0} deep">;
def err_selector_unknown_key : Error<"there is no key '{0}'">;
def note_selector_keys : Note<"keys are {0} and meta.KEY">;
def err_selector_expected_meta_key : Error<"expected a metadata key after 'meta.'">;
def err_selector_expected_relation : Error<"expected '=' or '!=' after '{0}'">;
def err_selector_expected_value : Error<"expected a value after '{0}'">;
def err_selector_expected_number : Error<"'{0}' takes a number, not '{1}'">;
def err_selector_no_order : Error<"'{0}' takes '=' or '!=', not '{1}'">;
def err_selector_unterminated : Error<"this quote is never closed">;
def err_selector_unknown_opcode : Error<"no opcode matches '{0}'">;
def err_selector_unknown_operator : Error<"there is no operator '{0}'">;
def err_selector_unknown_dtype : Error<"no dtype matches '{0}'">;

//===----------------------------------------------------------------------===//
// Verifier; the invariants V1 to V23 of docs/LangRef.md
//===----------------------------------------------------------------------===//

// V1
def err_verify_links : Error<"the list of nodes is broken: {0}">;
// V2
def err_verify_order
    : Error<"{0} is before {1}, but its order number is not smaller">;
// V3
def err_verify_operands
    : Error<"the operands of {0} do not match its arguments: {1}">;
// V4
def err_verify_uses : Error<"the uses of {0} are inconsistent: {1}">;
// V5
def err_verify_use_neighbours
    : Error<"the uses of {0} by {1} are not neighbors">;
// V6
def err_verify_foreign_node
    : Error<"an argument of {0} was a node of another graph or an erased one">;
// V7
def err_verify_arguments : Error<"malformed argument of {0}: {1}">;
// V8: err_used_before_definition, which the readers have too.
// V9
def err_verify_name_taken : Error<"the name {0} is taken">;
def note_verify_name_first : Note<"this node has it already">;
// V10
def err_verify_name_illegal : Error<"'{0}' cannot name a node">;
// V11
def err_verify_no_target : Error<"{0} {1} has no target">;
// V12
def err_verify_placeholder : Error<"placeholder {0} has {1}">;
// V13
def err_verify_get_attr : Error<"get_attr {0} has arguments">;
// V14
def err_verify_output : Error<"output {0} has {1}">;
// V15
def err_verify_second_output : Error<"the graph has a second output">;
def note_verify_first_output : Note<"the first is here">;
// V16
def err_verify_no_receiver
    : Error<"call_method {0} has no receiver: its first argument must be "
            "positional">;
// V17
def err_verify_no_module : Error<"there is no module '{0}' in the tree">;
// V18
def err_verify_no_attribute
    : Error<"there is no parameter, buffer, constant or module '{0}' in the "
            "tree">;
def note_verify_owner : Note<"{0} is a {1} and has {2}">;
// V19
def err_verify_tree_name : Error<"the names in {0} are wrong: {1}">;
// V20
def err_verify_node_in_data
    : Error<"{0} contains a node, which only arguments of nodes may">;
// V21
def err_verify_schema : Error<"'{0}' cannot be called like this: {1}">;
def note_verify_schema : Note<"its schema is {0}">;
// V23
def err_verify_dimension : Error<"wrong dimensions for '{0}': {1}">;
// V22
def warn_verify_signature : Warning<"'{0}' cannot be called like this: {1}">;

//===----------------------------------------------------------------------===//
// Both text forms
//===----------------------------------------------------------------------===//

def warn_more_of_a_kind : Warning<"{0} more warnings of this kind are not "
                                  "shown ({1})">;
def err_text_too_large : Error<"the text is larger than {0} GiB">;
def err_not_one_module : Error<"expected one module, found {0}">;
def err_expected : Error<"expected {0}">;
def err_expected_at_line_end : Error<"expected {0} before the line ends">;
def err_too_deep : Error<"values are nested more than {0} deep">;
def err_redefinition : Error<"%{0} is defined twice">;
def err_undefined_name : Error<"%{0} is not defined">;
def err_used_before_definition : Error<"%{0} is used before it is defined">;
def note_defined_here : Note<"defined here">;
def note_quote_string : Note<"if it is meant as a string, write native text, "
                             "which begins with the line 'fx 1' and has "
                             "strings in quotes: \"%{0}\"">;
def warn_user_count : Warning<"{0} has {1} user{2}, not {3}">;

//===----------------------------------------------------------------------===//
// print(graph)
//===----------------------------------------------------------------------===//

def err_no_graph : Error<"there is no graph in this text; one begins with "
                         "'graph():'">;
def err_no_return
    : Error<"the graph ends here without 'return', as a text that was cut "
            "short does">;
def note_allow_no_output
    : Note<"--allow-no-output reads a graph that has no output">;
def warn_ambiguous_text
    : Warning<"ambiguous without quotes; read as the string \"{0}\"">;
def warn_ambiguous_strings
    : Warning<"ambiguous without quotes; read as {0} strings and not as one">;
def warn_ambiguous_enum
    : Warning<"ambiguous without quotes; '{0}' is read as a member of an "
              "enumeration">;
def warn_opaque_text
    : Warning<"an object that only Python knows; kept as the text \"{0}\"">;
def note_write_native
    : Note<"native text (-o FILE.fx) has quotes and is not ambiguous">;
def warn_returned_word
    : Warning<"no node is called '{0}', so this returns a string">;

//===----------------------------------------------------------------------===//
// Native text
//===----------------------------------------------------------------------===//

def err_no_version : Error<"native text begins with the line 'fx 1'">;
def err_newer_version : Error<"this is native text of version {0}; this fx-opt "
                              "reads up to version {1}">;
def err_unterminated_string : Error<"the string does not end on its line">;
def err_bad_escape : Error<"unknown escape in a string; there are \\\\ \\\" "
                           "\\n \\t \\r and \\xHH">;
def err_bad_number : Error<"'{0}' is not a number, or is out of range">;
def err_unknown_word : Error<"unknown word '{0}'; write strings in double quotes">;
def err_node_in_constant : Error<"a node is not allowed here">;
def err_node_in_key : Error<"a node is not allowed in the key of a dictionary">;
def err_bad_tensor_type : Error<"a tensor is described by a dtype, a tuple of "
                                "sizes, a tuple of strides or None, and a "
                                "device or None">;
def err_tensor_strides : Error<"a tensor of {0} sizes has as many strides, "
                               "and not {1}; None says that they are not known">;
def err_unknown_opcode : Error<"unknown opcode '{0}'">;
def note_opcodes : Note<"the opcodes are placeholder, get_attr, call_function, "
                        "call_method, call_module and output">;
def err_duplicate_keyword : Error<"'{0}' is given twice">;
def err_program_no_val : Error<"{0} has no 'val', so its type is not known">;
def err_program_argument : Error<"an exported program cannot hold {0} as an "
                                 "argument">;
def err_program_attribute : Error<"{0} is an attribute that is not a graph">;
def err_program_opcode : Error<"a node {0} cannot be part of an exported "
                               "program">;
def err_program_parameters : Error<"the names of the parameters of '{0}' are "
                                   "not known{1}">;
def err_program_element : Error<"{0} does not select one of several results">;
def err_program_input_spec
    : Error<"{0} has no 'input_spec', which gives the kind of the input; a "
            "pass adds inputs with SignatureEditor">;
def err_program_output_specs : Error<"{0} has no 'output_specs' with {1} "
                                     "parts, one for each output">;
def err_program_user_input : Error<"'{0}' is not an input">;
def err_program_keyword : Error<"'{0}' takes no keyword arguments">;
def err_program_json : Error<"{0}: {1} (byte {2})">;
def err_script_import : Error<"cannot import TorchScript: {0}">;
def err_program_no_archive : Error<"the program does not name the archive of its weights; add a line such as 'weights \"m.pt2\"'">;
def err_program_several_parts : Error<"the parts of a split input cannot be "
                                      "written to one archive">;
def err_program_stale_code : Error<"record '{0}' was compiled from the program '{1}', which has changed since; fx-opt --drop-aoti leaves compiled records out">;
def err_second_program : Error<"a module cannot have a second program">;
def err_bad_program_attribute : Error<"'{0}' is not an attribute of an exported program, or its value has the wrong form">;
def err_user_order : Error<"'users=' of {0} does not name each of its users "
                           "once">;
def err_module_without_graph : Error<"a module needs a graph, 'graph():', after its header">;
def err_duplicate_member : Error<"the module has a member '{0}' already">;
def err_second_graph : Error<"the module has a graph already, or is the root, whose graph follows the header">;
def err_bad_tensor_option : Error<"'{0}' is not an option of a tensor, or its value is wrong; the options are requires_grad, persistent and pickled (True or False), record (a string) and type">;

//===----------------------------------------------------------------------===//
// Names of modules, and inlining
//===----------------------------------------------------------------------===//

def err_inline_no_names
    : Error<"inline-module needs the names of modules, such as modules=relu; "
            "modules=leaf picks every leaf">;
def err_module_name_empty : Error<"the name of a module is empty">;
def err_module_name_glob : Error<"'{0}' is not a valid name of modules: {1}">;
def warn_no_such_module : Warning<"no module '{0}' is called">;
def warn_no_such_state
    : Warning<"no parameter, buffer or constant is called '{0}'">;
def note_called_classes : Note<"the modules that are called are {0}">;
def note_no_module_calls : Note<"no module is called">;
def note_no_module_tree
    : Note<"there is no module tree; --module-tree=FILE reads one">;
def err_no_module_tree
    : Error<"there is no module tree, so the class of '{0}' is not known">;
def err_module_without_class
    : Error<"the module tree does not give the class of '{0}'">;
def err_module_unknown_class
    : Error<"cannot inline '{0}': its class {1} is not known">;
def err_module_no_expansion
    : Error<"cannot inline '{0}' of class {1}: {2}">;
def err_module_call : Error<"cannot inline '{0}': {1}">;
def err_inline_too_many : Error<"inlining makes more than {0} nodes">;
def note_how_to_name_class
    : Note<"--module-class='{0}=torch.nn.ReLU()' names its class, --module-tree=FILE "
           "reads a whole tree">;
def note_how_to_expand
    : Note<"give '{0}' a graph of its own in native text, or declare the class "
           "in a td file of a plugin">;
def warn_hidden_argument
    : Warning<"print(module) does not show '{0}' of {1}; its default {2} is used">;
def warn_hidden_argument_assumed
    : Warning<"print(module) does not show '{0}' of {1}; {2} is used, as in similar modules beside it">;

//===----------------------------------------------------------------------===//
// Passes of lib/Transforms
//===----------------------------------------------------------------------===//

def err_tag_missing : Error<"tag-nodes needs a tag: tag-nodes{{tag=NAME}}">;
def err_invert_no_output : Error<"a graph without an output cannot be inverted">;
def err_invert_output_is_no_value : Error<"only a graph that returns one value can be inverted">;
def err_invert_no_input : Error<"the output does not depend on any input">;
def err_invert_inputs : Error<"the output depends on {0} and {1}; invert{{input=NAME}} says which one to solve for">;
def err_invert_unknown_input : Error<"the output does not depend on an input called '{0}'">;
def err_invert_effects : Error<"{0} cannot be inverted: it has effects">;
def err_invert_used_twice : Error<"{0} cannot be inverted: it uses values that depend on the input in more than one place">;
def err_invert_in_container : Error<"{0} cannot be inverted: a value that depends on the input is inside a container">;
def err_invert_module : Error<"{0} cannot be inverted: it calls a module">;
def note_invert_inline : Note<"--inline-module replaces modules by operators">;
def err_invert_unknown_op : Error<"{0} cannot be inverted: '{1}' is not a known operator">;
def err_invert_no_inverse : Error<"{0} cannot be inverted: '{1}' has no inverse with respect to '{2}'">;
def err_invert_failed : Error<"{0} cannot be inverted: {1}">;
def note_overload : Note<"one overload is {0}">;

//===----------------------------------------------------------------------===//
// Plugins
//===----------------------------------------------------------------------===//

def err_plugin_load : Error<"cannot load the plugin: {0}">;
def err_plugin_no_entry : Error<"this is not a pass plugin: it does not define {0}">;
def err_plugin_api : Error<"the plugin uses version {0} of the plugin interface; this is version {1}">;
def err_plugin_build : Error<"the plugin was built for '{0}'; this is '{1}'">;
def err_plugin_second_copy : Error<"the plugin brings its own copy of libFX; link FX::FX instead">;
def err_plugin_register : Error<"the plugin cannot be registered: {0}">;

//===----------------------------------------------------------------------===//
// Archives and files of weights
//===----------------------------------------------------------------------===//

def err_value_no_rule
    : Error<"there is no rule for the value of '{0}'; give the node a 'val', "
            "or declare a ValueRule for the operator">;
def err_value_call : Error<"the value of '{0}' cannot be inferred: {1}">;
def err_value_missing
    : Error<"{0} has no 'val', which describes its value, and no rule gives it one">;
def err_value_mismatch : Error<"'{0}' cannot be computed: {1}">;
def err_value_wrong : Error<"the value of {0} is wrong: {1}">;
// The same of what PyTorch loads all the same.
def warn_value_mismatch : Warning<"'{0}' cannot be computed: {1}">;
def warn_value_wrong : Warning<"the value of {0} is not what '{1}' gives: {2}">;
def remark_value_unknown : Remark<"the value of {0} was not checked: {1}">;
// P1
def err_program_dialect
    : Error<"unknown dialect '{0}'; the dialects are TRAINING and ATEN">;
// P2: err_program_input_spec, which the writer has too.
// P3
def err_program_not_tensor
    : Error<"{0} stands for the {1} '{2}', but its 'val' is not a tensor">;
def err_program_state
    : Error<"{0} stands for the {1} '{2}', which the program does not have">;
def err_program_state_role
    : Error<"{0} stands for the {1} '{2}', but that is a {3}">;
def err_program_persistent
    : Error<"{0} says that the buffer '{1}' is {2}saved, but it is {3}saved">;
def err_program_state_type
    : Error<"{0} stands for the {1} '{2}', which is {3}, not {4}">;
// P4: err_program_output_specs, which the writer has too.
def err_program_no_output : Error<"the program has no output">;
def err_program_output_order
    : Error<"output {0}, a {1}, comes too late: tokens are first, then the new values of state and inputs">;
// P5
def err_program_mutation
    : Error<"output {0} is for the {1} '{2}', which is not an input">;
// P6
def err_program_bad_tree
    : Error<"the tree of the {0} of the program is malformed">;
def warn_program_tree
    : Warning<"the {0} of the program nest to {1} values, but there are {2}">;
// P7
def err_program_range
    : Error<"the range of '{0}' does not contain {1}, its value when the program was exported">;
def err_program_empty_range
    : Error<"the range of '{0}' is empty: {1} to {2}">;
// P8
def err_program_target
    : Error<"'{0}' is not an operator that an exported program can call">;
def note_program_target
    : Note<"exported programs call overloads of operators; this one is {0}">;
def note_program_overloads
    : Note<"exported programs call overloads of operators, "
           "torch.ops.NAMESPACE.NAME.OVERLOAD">;
// P9
def err_program_functional
    : Error<"'{0}' writes to its operands, which the dialect ATEN does not "
            "allow">;
// P10: err_program_attribute, err_program_opcode, which the writer has too.
// P11: err_value_missing
// P12: err_value_wrong, err_value_mismatch
// P13
def err_program_symbol
    : Error<"no input and no earlier node defines the symbol '{0}' of {1}">;
def err_program_unexplained
    : Error<"the program does not explain the symbolic size '{0}' of {1}">;
// P14
def err_program_no_graph
    : Error<"argument {1} of '{0}' must name a graph">;
def err_program_graph_inputs
    : Error<"'{0}' passes {1} values to the graph '{2}', which takes {3}">;
def err_program_graph_operand
    : Error<"value {0} that '{1}' passes to the graph '{2}' does not have the type that the graph takes">;
def err_program_branches
    : Error<"one branch returns {0} values, the other {1}">;
// P15
def err_program_metadata
    : Error<"the metadata '{0}' of {1} is not what torch.export reads: {2}">;
def err_archive_damaged : Error<"this is not a zip archive, or it is damaged: {0}">;
def err_archive_record : Error<"record '{0}': {1}">;
def err_archive_short_record
    : Error<"record '{0}' has {1} bytes, but '{2}' needs {3}">;
def err_archive_no_record : Error<"there is no record '{0}'">;
def err_archive_not_program : Error<"this is not an archive of torch.export: {0}">;
def err_pickle : Error<"pickle '{0}', byte {1}: {2}">;
def err_signature_edit : Error<"cannot edit the signature: {0}">;
def err_state_missing : Error<"the module has no tensor '{0}'">;
def err_state_no_record : Error<"no weight file has the record '{0}'">;
def note_weights_named : Note<"'{0}' says that its weights are there; --weights=FILE takes those of another file, and of programs CompileOptions::Weights or fx_load_options.weights">;
def err_state_bytes : Error<"cannot read the elements of '{0}': {1}">;
def err_weights_no_file : Error<"weights can only be copied or linked beside an output file; name one with -o">;
def err_weights_link : Error<"cannot link as '{0}': {1}; --save-weights=copy copies "
                             "instead">;
def err_weights_take : Error<"cannot take '{0}' from this file: {1}">;
def warn_weights_pending : Warning<"the run that wrote this text was stopped; its "
                                   "weights are still called '{0}'">;
def warn_meta_not_written : Warning<"the metadata '{0}' of {1}{2} is not written: it is not a string, and archives have metadata of strings alone">;
def warn_weights_not_written : Warning<"new weights are only written beside an output file; name one with -o">;
def err_safetensors_header : Error<"damaged safetensors header, byte {0}: {1}">;
def err_safetensors_tensor : Error<"tensor '{0}': {1}">;

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

def err_no_libtorch : Error<"this needs LibTorch, and this build of fx-opt has none (there is no '{0}'): install libtorch-dev, or a PyTorch package for python3, and build again">;
def note_torch_library
    : Note<"--torch-library=FILE loads a library that defines operators; a "
           "program of C or C++ loads it with dlopen before the model">;
def err_run_unknown_target : Error<"neither LibTorch {2} nor the formulas of fx-opt have the {0} '{1}'">;
def err_run_argument : Error<"{0} has an argument that cannot be a value: {1}">;
def err_run_no_module : Error<"there is no module '{0}' to call">;
def note_run_no_tree : Note<"the graph has no module tree; fx-opt GRAPH --module-tree=FILE -o BOTH.fx writes a file with both">;
def err_run_module : Error<"the module '{0}' of the class '{1}' cannot be run: {2}">;
def err_run_no_weights : Error<"there are no values for '{0}': the model does not name a weight file; name one with --weights, or use --random-weights">;
def err_run_weight : Error<"no values for '{0}': {1}">;
def err_run_device : Error<"{0} is on the device {1}, and {2}; run it where there is one, or move the model: --passes='move-to-device{{device=cpu}}'">;
def err_run_node : Error<"running {0} failed: {1}">;
def note_run_schema : Note<"its operator is {0}">;
def note_run_arguments : Note<"its arguments are {0}">;
def note_run_stack_trace : Note<"{0}">;
def note_run_in_node : Note<"while running {0}">;
def err_run_input_count : Error<"the number of inputs is {2} and must be {0} ({1})">;
def err_run_input : Error<"input '{0}': {1}">;
def warn_output_not_written : Warning<"output {0} is {1}, which the file cannot hold: it has tensors and numbers of the types of safetensors; it is not written">;
def err_saved_weights : Error<"these are not the weights of a model: {0}">;
def err_saved_input : Error<"these are not inputs of a model: {0}">;
def err_no_sample_inputs : Error<"there are no sample inputs; exported programs have them, unless their inputs were changed or their text does not name the archive any more; give values with --input">;
def err_run_range : Error<"the size {0} is {1} for these inputs, and must be {2}">;
def err_run_guard : Error<"these inputs are not what the model was exported for: {0} does not hold">;
def err_input_spec : Error<"'{0}' does not describe an input: {1}">;
def note_input_spec : Note<"inputs look like randn(1,3,224,224), f32[1,3,8,8]=ones, int64[2,8]=randint(0,30000), 2.5, x=zeros(3), f32[batch,3], or FILE.safetensors">;
def err_run_no_default : Error<"the type of input '{0}' is not known; give a value with --input">;
def err_run_no_model : Error<"there is no model '{0}' in this file">;
def note_run_models : Note<"its models are {0}">;
def err_run_compare : Error<"'{0}' differs from '{1}', first at {2}: {3}">;
def err_run_compare_outputs : Error<"the outputs of '{0}' and '{1}' cannot be compared: there are {2} and {3}">;
// Other forms of graphs
//===----------------------------------------------------------------------===//

def err_python_value : Error<"{0} cannot be written as an argument in Python">;
def err_python_signature : Error<"this program cannot be called from Python: {0}">;

//===----------------------------------------------------------------------===//
// The command line
//===----------------------------------------------------------------------===//

def err_schema_line : Error<"{0}">;
def err_flag_unknown : Error<"unknown option '{0}'">;
def err_flag_takes_no_value : Error<"option '{0}' takes no value">;
def err_flag_needs_value : Error<"option '{0}' needs a value: {1}">;
def err_flag_bad_value : Error<"option '{0}': {1}">;
def err_flag_needs_flag : Error<"option '{0}' has an effect only with {1}">;
def err_flags_exclusive : Error<"options '{0}' and '{1}' cannot be used together">;
def err_flag_wrong_form : Error<"option '{0}' has an effect only on {1}, not on {2}">;
def note_flag_of_tool : Note<"'{0}' is an option of {1}">;
def note_help : Note<"'{0} --help' lists what there is">;
def warn_old_spelling : Warning<"'{0}' is now '{1}'; the old spelling still works in this version">;
def err_flag_file : Error<"cannot read options: {0}">;
def err_one_input_file : Error<"expected one input file at most, found {0}">;
def err_expected_files : Error<"expected {0}, found {1}">;
def err_needs_one_module : Error<"{0} needs one module, found {1}">;
def err_journal_no_node : Error<"option '{0}': the journal has no node '{1}'">;
def note_given_files : Note<"they are {0}">;
def err_unknown_pass_name : Error<"option '{0}': there is no pass '{1}'">;
def err_open_input : Error<"cannot read: {0}">;
def err_write_output : Error<"cannot write: {0}">;
def err_no_module : Error<"there is no graph in this file">;
def err_no_program : Error<"there is no program in this archive, no record models/NAME.json; did torch.export.save fail when it was written?">;

//===----------------------------------------------------------------------===//
// Trees from the command line: --module-tree and --module-class
//===----------------------------------------------------------------------===//

def err_modules_several : Error<"--module-tree gives one module tree, but there are {0} modules">;
def err_modules_has_tree : Error<"--module-tree gives a module tree, but the file has its own">;
def err_module_class_form : Error<"expected GLOB=CLASS or GLOB=CLASS(arguments)">;
def warn_module_class_unused : Warning<"no call_module has a target that matches '{0}'">;

//===----------------------------------------------------------------------===//
// --verify-diagnostics
//===----------------------------------------------------------------------===//

def err_expected_missing : Error<"expected {0} \"{1}\" was not reported">;
def err_expected_unexpected : Error<"unexpected {0}: {1}">;
def err_expected_line : Error<"there is no line {0}">;
def err_expected_regex : Error<"malformed regular expression: {0}">;
def err_no_run_line : Error<"there is no RUN line {0}">;
def err_run_line : Error<"this RUN line cannot be updated: {0}">;
def warn_run_line : Warning<"this RUN line is ignored: {0}">;

//===----------------------------------------------------------------------===//
// --check-numerics
//===----------------------------------------------------------------------===//

def err_numerics_differ : Error<"'{0}' changed what the model computes: {1}">;
def err_numerics_run : Error<"the module cannot be run after '{0}': {1}">;
def note_numerics_node : Note<"the first node whose value differs is %{0}: {1}">;
def note_numerics_no_node : Note<"the nodes that exist before and after have the same values">;
def note_numerics_each : Note<"--check-numerics=each finds the pass that did it">;
def note_numerics_reproducer : Note<"'{0}' has the module before the pass, and the command that shows the difference">;

