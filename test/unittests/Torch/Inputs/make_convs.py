"""Makes prepare_convs.pt2 and prepare_convs_dynamic.pt2: make_convs.py FOLDER"""
import sys

import torch
from torch import nn
from torch.nn import functional as F
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1=nn.Conv2d(3,32,3,padding=1,bias=False); self.bn1=nn.BatchNorm2d(32)
        self.conv2=nn.Conv2d(32,32,3,padding=1,groups=32,bias=False); self.bn2=nn.BatchNorm2d(32,affine=False)
        self.conv3=nn.Conv2d(32,32,1); self.bn3=nn.BatchNorm2d(32)
        self.conv4=nn.Conv2d(32,2,1,stride=2)
        self.norm=nn.LayerNorm(32); self.up=nn.Linear(32,64)
        self.register_buffer("steps",torch.zeros(()))
        for b in (self.bn1,self.bn2,self.bn3):
            if b.affine: nn.init.uniform_(b.weight,.5,1); nn.init.normal_(b.bias)
            nn.init.normal_(b.running_mean); nn.init.uniform_(b.running_var,.5,1.5)
    def forward(self,x):
        self.steps.add_(1)
        a=F.relu(self.bn1(self.conv1(x)),inplace=True)
        b=F.relu6(self.bn2(self.conv2(a)))
        c=F.relu(a+self.bn3(self.conv3(b)))
        d=F.silu(self.conv4(c))
        e=d.view(x.shape[0],-1)
        g=F.gelu(self.up(self.norm(c.permute(0,2,3,1))))
        return {"c":c,"d":d,"e":e,"g":g,"steps":self.steps.clone()}
torch.manual_seed(0)
m=Net().eval()
for name,dyn in (("prepare_convs",None),("prepare_convs_dynamic",{"x":{0:torch.export.Dim("batch",min=2,max=64)}})):
    with torch.no_grad(): ep=torch.export.export(m,(torch.randn(2,3,16,16),),dynamic_shapes=dyn)
    for n in ep.graph.nodes: n.meta.pop("stack_trace", None)
    torch.export.save(ep,f"{sys.argv[1]}/{name}.pt2")
