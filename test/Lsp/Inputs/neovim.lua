-- Opens a file in neovim without a screen, and asks the server that the plugin started.

local function wait(what, condition)
  if not vim.wait(20000, condition, 20) then
    print('timeout: ' .. what)
    vim.cmd('cquit')
  end
end

local function ask(method, more)
  local params = vim.tbl_extend('force', {
    textDocument = vim.lsp.util.make_text_document_params(),
    position = { line = 3, character = 6 },
  }, more or {})
  for _, answer in pairs(vim.lsp.buf_request_sync(0, method, params, 20000)) do
    return answer.result, answer.error
  end
end

wait('attach', function() return #vim.lsp.buf_get_clients(0) > 0 end)
print('filetype: ' .. vim.bo.filetype)
wait('diagnostics', function() return #vim.diagnostic.get(0) > 0 end)
for _, d in ipairs(vim.diagnostic.get(0)) do
  print(string.format('diagnostic: %d:%d %s [%s]', d.lnum + 1, d.col + 1, d.message, d.code or ''))
end
print('hover: ' .. ask('textDocument/hover').contents.value:match('[^\n]*'))
print('definition: ' .. ask('textDocument/definition', { position = { line = 4, character = 12 } }).range.start.line + 1)
local edit = ask('textDocument/rename', { newName = 'renamed' })
vim.lsp.util.apply_workspace_edit(edit, 'utf-16')
print('rename: ' .. vim.api.nvim_buf_get_lines(0, 4, 5, false)[1])
vim.api.nvim_buf_set_lines(0, 3, 4, false, { (vim.api.nvim_buf_get_lines(0, 3, 4, false)[1]:gsub('users=3', 'users=1')) })
wait('no diagnostics', function() return #vim.diagnostic.get(0) == 0 end)
print('repaired')
vim.cmd('FxPass set-metadata{key=tag value=t}')
wait('diff', function() return vim.bo.filetype == 'diff' end)
print('diff: ' .. #vim.api.nvim_buf_get_lines(0, 0, -1, false))
vim.cmd('qall!')
