fx 1
// Graphs that call graphs can ask for any number of nodes. Here 2 + 4 + 8 + ...
// RUN: %exits 1 fx-opt %s --load-pass-plugin=%plugins/TestPasses.so --test-inline=100 2>&1 | FileCheck %s
// RUN: fx-opt %s --load-pass-plugin=%plugins/TestPasses.so --test-inline=2000 -o /dev/null
// RUN: fx-opt %s --inline-module='*' -o /dev/null
module net = Net {
  sub = my.Sub {
    sub = my.Sub {
      sub = my.Sub {
        sub = my.Sub {
          sub = my.Sub {
            sub = my.Sub {
              sub = my.Sub {
                sub = my.Sub {
                  sub = my.Sub {
                    graph():
                        %x : [num_users=1] = placeholder[target=x]
                        %neg : [num_users=1] = call_function[target=torch.neg](args = (%x,), kwargs = {})
                        return %neg
                  }
                  graph():
                      %x : [num_users=1] = placeholder[target=x]
                      %a : [num_users=1] = call_module[target=sub](args = (%x,), kwargs = {})
                      %b : [num_users=1] = call_module[target=sub](args = (%a,), kwargs = {})
                      return %b
                }
                graph():
                    %x : [num_users=1] = placeholder[target=x]
                    %a : [num_users=1] = call_module[target=sub](args = (%x,), kwargs = {})
                    %b : [num_users=1] = call_module[target=sub](args = (%a,), kwargs = {})
                    return %b
              }
              graph():
                  %x : [num_users=1] = placeholder[target=x]
                  %a : [num_users=1] = call_module[target=sub](args = (%x,), kwargs = {})
                  %b : [num_users=1] = call_module[target=sub](args = (%a,), kwargs = {})
                  return %b
            }
            graph():
                %x : [num_users=1] = placeholder[target=x]
                %a : [num_users=1] = call_module[target=sub](args = (%x,), kwargs = {})
                %b : [num_users=1] = call_module[target=sub](args = (%a,), kwargs = {})
                return %b
          }
          graph():
              %x : [num_users=1] = placeholder[target=x]
              %a : [num_users=1] = call_module[target=sub](args = (%x,), kwargs = {})
              %b : [num_users=1] = call_module[target=sub](args = (%a,), kwargs = {})
              return %b
        }
        graph():
            %x : [num_users=1] = placeholder[target=x]
            %a : [num_users=1] = call_module[target=sub](args = (%x,), kwargs = {})
            %b : [num_users=1] = call_module[target=sub](args = (%a,), kwargs = {})
            return %b
      }
      graph():
          %x : [num_users=1] = placeholder[target=x]
          %a : [num_users=1] = call_module[target=sub](args = (%x,), kwargs = {})
          %b : [num_users=1] = call_module[target=sub](args = (%a,), kwargs = {})
          return %b
    }
    graph():
        %x : [num_users=1] = placeholder[target=x]
        %a : [num_users=1] = call_module[target=sub](args = (%x,), kwargs = {})
        %b : [num_users=1] = call_module[target=sub](args = (%a,), kwargs = {})
        return %b
  }
}
graph():
    %x : [num_users=1] = placeholder[target=x]
// CHECK: :[[#@LINE+1]]:5: error: inlining makes more than 100 nodes
    %sub : [num_users=1] = call_module[target=sub](args = (%x,), kwargs = {})
    return %sub
