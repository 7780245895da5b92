-- Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
-- See LICENSE for license information.
-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
--
-- fx-lsp for neovim 0.7 and newer. Copy this file to ~/.config/nvim/plugin, and
-- utils/editors/vim/syntax and ftdetect to ~/.config/nvim. The variable
-- vim.g.fx_lsp names another program, or a list with its options.

local function command()
  local value = vim.g.fx_lsp or 'fx-lsp'
  return type(value) == 'table' and value or { value }
end

local group = vim.api.nvim_create_augroup('fx-lsp', {})

vim.api.nvim_create_autocmd({ 'BufRead', 'BufNewFile' }, {
  group = group,
  pattern = { '*.fx', '*.fx.txt', '*.fxr' },
  callback = function(event)
    vim.bo[event.buf].filetype = event.match:match('%.fxr$') and 'fxr' or 'fx'
    vim.bo[event.buf].commentstring = '// %s'
    if vim.fn.executable(command()[1]) == 0 then
      return
    end
    local clients = (vim.lsp.get_clients or vim.lsp.get_active_clients)()
    for _, client in ipairs(clients) do
      if client.name == 'fx-lsp' then
        vim.lsp.buf_attach_client(event.buf, client.id)
        return
      end
    end
    local id = vim.lsp.start_client({
      name = 'fx-lsp',
      cmd = command(),
      root_dir = vim.fn.getcwd(),
      init_options = vim.g.fx_lsp_options,
      on_attach = function(_, buffer)
        vim.bo[buffer].omnifunc = 'v:lua.vim.lsp.omnifunc'
      end,
    })
    if id then
      vim.lsp.buf_attach_client(event.buf, id)
    end
  end,
})

-- Archives are shown as native text, which cannot be written.
vim.api.nvim_create_autocmd('BufReadCmd', {
  group = group,
  pattern = { '*.pt2' },
  callback = function(event)
    local text = vim.fn.systemlist({ 'fx-opt', vim.fn.fnamemodify(event.match, ':p') })
    vim.api.nvim_buf_set_lines(event.buf, 0, -1, false, text)
    vim.bo[event.buf].filetype = 'fx'
    vim.bo[event.buf].buftype = 'nofile'
    vim.bo[event.buf].modifiable = false
  end,
})

-- :FxPass dce shows what passes change, in a window of its own.
vim.api.nvim_create_user_command('FxPass', function(arguments)
  local params = {
    command = 'fx.diffPass',
    arguments = { vim.uri_from_bufnr(0), arguments.args },
  }
  vim.lsp.buf_request(0, 'workspace/executeCommand', params, function(err, result)
    if err then
      vim.notify(err.message, vim.log.levels.ERROR)
      return
    end
    vim.cmd('new')
    vim.api.nvim_buf_set_lines(0, 0, -1, false, vim.split(result, '\n'))
    vim.bo.filetype = 'diff'
    vim.bo.buftype = 'nofile'
  end)
end, { nargs = 1 })
