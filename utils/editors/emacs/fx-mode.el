;;; fx-mode.el --- Graphs and rules of fx-opt  -*- lexical-binding: t -*-

;; Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
;; See LICENSE for license information.
;; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

;; Put this file on `load-path' and (require 'fx-mode) into your init file.
;; `M-x eglot' starts fx-lsp; Emacs 29 has eglot, older ones the package.

;;; Code:

(defvar fx-mode-font-lock
  `(("^\\s-*//.*$" . font-lock-comment-face)
    ("\"\\(?:[^\"\\\n]\\|\\\\.\\)*\"" . font-lock-string-face)
    ("\\[target=\\([A-Za-z0-9_.*-]+\\)\\]" 1 font-lock-function-name-face)
    ("%[A-Za-z_][A-Za-z_0-9]*" . font-lock-variable-name-face)
    (,(regexp-opt '("call_function" "call_method" "call_module" "get_attr"
                    "placeholder" "graph" "return" "module" "weights" "program"
                    "parameter" "buffer" "constant")
                  'symbols)
     . font-lock-keyword-face)
    (,(regexp-opt '("None" "True" "False") 'symbols) . font-lock-constant-face)))

(defvar fxr-mode-font-lock
  `(("//.*$" . font-lock-comment-face)
    ("\"\\(?:[^\"\\\n]\\|\\\\.\\)*\"" . font-lock-string-face)
    ("[%$][A-Za-z_][A-Za-z_0-9]*" . font-lock-variable-name-face)
    (,(regexp-opt '("rule" "define" "set" "use" "match" "where" "with" "let" "metadata"
                    "example" "giving" "update" "each" "phase")
                  'symbols)
     . font-lock-keyword-face)
    ("\\([A-Za-z_][A-Za-z_0-9.]*\\)(" 1 font-lock-function-name-face)))

;;;###autoload
(define-derived-mode fx-mode prog-mode "fx"
  "Graphs of torch.fx."
  (setq-local comment-start "// ")
  (setq-local font-lock-defaults '(fx-mode-font-lock t)))

;;;###autoload
(define-derived-mode fxr-mode prog-mode "fxr"
  "Rewrite rules of fx-opt."
  (setq-local comment-start "// ")
  (setq-local font-lock-defaults '(fxr-mode-font-lock t)))

;;;###autoload
(progn
  (add-to-list 'auto-mode-alist '("\\.fx\\(?:\\.txt\\)?\\'" . fx-mode))
  (add-to-list 'auto-mode-alist '("\\.fxr\\'" . fxr-mode)))

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '((fx-mode fxr-mode) . ("fx-lsp"))))

(provide 'fx-mode)
;;; fx-mode.el ends here
