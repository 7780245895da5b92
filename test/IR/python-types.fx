// Annotations in generated code, as PyTorch 2.13 writes the objects that print so
// in a graph.
// RUN: fx-opt --allow-no-output %s --to=code > %t.py
// RUN: FileCheck %s < %t.py
// RUN: fx-opt --allow-no-output %s --print-format=fx | FileCheck %s --check-prefix=FX

// CHECK: def forward(self
// CHECK-SAME: p0 : int{{, |\)}}
// CHECK-SAME: p1 : str{{, |\)}}
// CHECK-SAME: p2 : float{{, |\)}}
// CHECK-SAME: p3 : bool{{, |\)}}
// CHECK-SAME: p4 : complex{{, |\)}}
// CHECK-SAME: p5 : bytes{{, |\)}}
// CHECK-SAME: p6 : object{{, |\)}}
// CHECK-SAME: p7 : type{{, |\)}}
// CHECK-SAME: p8 : NoneType{{, |\)}}
// CHECK-SAME: p9 : list{{, |\)}}
// CHECK-SAME: p10 : dict{{, |\)}}
// CHECK-SAME: p11 : tuple{{, |\)}}
// CHECK-SAME: p12 : set{{, |\)}}
// CHECK-SAME: p13 : slice{{, |\)}}
// CHECK-SAME: p14 : range{{, |\)}}
// CHECK-SAME: p15 : torch.Tensor{{, |\)}}
// CHECK-SAME: p16 : torch.nn.parameter.Parameter{{, |\)}}
// CHECK-SAME: p17 : torch.dtype{{, |\)}}
// CHECK-SAME: p18 : device{{, |\)}}
// CHECK-SAME: p19 : torch.Size{{, |\)}}
// CHECK-SAME: p20 : torch.nn.modules.module.Module{{, |\)}}
// CHECK-SAME: p21 : torch.nn.modules.linear.Linear{{, |\)}}
// CHECK-SAME: p22 : torch._C.Generator{{, |\)}}
// CHECK-SAME: p23 : torch.SymInt{{, |\)}}
// CHECK-SAME: p24 : torch.layout{{, |\)}}
// CHECK-SAME: p25 : torch.memory_format{{, |\)}}
// CHECK-SAME: p26 : typing_Union[int,NoneType]{{, |\)}}
// CHECK-SAME: p27 : typing_Union[torch.Tensor,NoneType]{{, |\)}}
// CHECK-SAME: p28 : typing_Union[int,str]{{, |\)}}
// CHECK-SAME: p29 : typing_Union[int,str,NoneType]{{, |\)}}
// CHECK-SAME: p30 : typing_Union[torch.Tensor,typing_List[torch.Tensor]]{{, |\)}}
// CHECK-SAME: p31 : typing_List[int]{{, |\)}}
// CHECK-SAME: p32 : typing_List[torch.Tensor]{{, |\)}}
// CHECK-SAME: p33 : typing_Dict[str,torch.Tensor]{{, |\)}}
// CHECK-SAME: p34 : typing_Tuple[int,torch.Tensor]{{, |\)}}
// CHECK-SAME: p35 : typing_Tuple[int,_]{{, |\)}}
// CHECK-SAME: p36 : typing_Tuple{{, |\)}}
// CHECK-SAME: p37 : tuple{{, |\)}}
// CHECK-SAME: p38 : list{{, |\)}}
// CHECK-SAME: p39 : dict{{, |\)}}
// CHECK-SAME: p40 : typing_Set[int]{{, |\)}}
// CHECK-SAME: p41 : typing_FrozenSet[int]{{, |\)}}
// CHECK-SAME: p42 : type[int]{{, |\)}}
// CHECK-SAME: p43 : type{{, |\)}}
// CHECK-SAME: p44 : collections_defaultdict[str,int]{{, |\)}}
// CHECK-SAME: p45 : collections_OrderedDict[str,int]{{, |\)}}
// CHECK-SAME: p46 : collections_deque[int]{{, |\)}}
// CHECK-SAME: p47 : collections_Counter[str]{{, |\)}}
// CHECK-SAME: p48 : collections_ChainMap[str,int]{{, |\)}}
// CHECK-SAME: p49 : collections_abc_Iterable[int]{{, |\)}}
// CHECK-SAME: p50 : collections_abc_Iterator[int]{{, |\)}}
// CHECK-SAME: p51 : collections_abc_Sequence[int]{{, |\)}}
// CHECK-SAME: p52 : collections_abc_Mapping[str,int]{{, |\)}}
// CHECK-SAME: p53 : collections_abc_Callable{{, |\)}}
// CHECK-SAME: p54 : collections_abc_Callable[_,int]{{, |\)}}
// CHECK-SAME: p55 : typing_Any{{, |\)}}
// CHECK-SAME: p56 : _AnyStr{{, |\)}}
// CHECK-SAME: p57 : typing_NoReturn{{, |\)}}
// CHECK-SAME: p58 : typing_ClassVar[int]{{, |\)}}
// CHECK-SAME: p59 : typing_Final[int]{{, |\)}}
// CHECK-SAME: p60 : typing_Literal[_a_]{{, |\)}}
// CHECK-SAME: p61 : typing_Literal[_it_s_]{{, |\)}}
// CHECK-SAME: p62 : int[int,_meta_]{{, |\)}}
// CHECK-SAME: p63 : collections_abc_Generator[int,NoneType,str]{{, |\)}}
// CHECK-SAME: p64 : collections_abc_Awaitable[int]{{, |\)}}
// CHECK-SAME: p65 : typing_Union[typing_List[typing_Tuple[int,typing_Union[torch.Tensor,NoneType]]],NoneType]{{, |\)}}
// CHECK-SAME: p66 : collections_abc_Hashable{{, |\)}}
// CHECK-SAME: p67 : collections_abc_Sized{{, |\)}}
// CHECK-SAME: p68 : contextlib_AbstractContextManager[int]{{, |\)}}
// CHECK-SAME: p69 : re_Pattern[str]{{, |\)}}
// CHECK-SAME: p70 : typing_IO[str]{{, |\)}}
// CHECK-SAME: p71 : typing_Self{{, |\)}}
// CHECK-SAME: p72 : typing_LiteralString{{, |\)}}
// CHECK-SAME: p73 : list[int]{{, |\)}}
// CHECK-SAME: p74 : dict[str,int]{{, |\)}}
// CHECK-SAME: p75 : tuple[int,_]{{, |\)}}
// CHECK-SAME: p76 : tuple{{, |\)}}
// CHECK-SAME: p77 : set[int]{{, |\)}}
// CHECK-SAME: p78 : frozenset[int]{{, |\)}}
// CHECK-SAME: p79 : type[int]{{, |\)}}
// CHECK-SAME: p80 : list[list[torch.Tensor]]{{, |\)}}
// CHECK-SAME: p81 : collections_OrderedDict[str,int]{{, |\)}}
// CHECK-SAME: p82 : collections_abc_Sequence[int]{{, |\)}}
// CHECK-SAME: p83 : collections_abc_Callable{{, |\)}}
// CHECK-SAME: p84 : collections_abc_Iterable{{, |\)}}
// CHECK-SAME: p85 : collections_deque[int]{{, |\)}}
// CHECK-SAME: p86 : collections_defaultdict[str,int]{{, |\)}}
// CHECK-SAME: p87 : collections_OrderedDict{{, |\)}}
// CHECK-SAME: p88 : tuple[int,str]{{, |\)}}
// CHECK-SAME: p89 : list[_Foo_]{{, |\)}}
// CHECK-SAME: p90 : typing_List[ForwardRef_Foo_]{{, |\)}}
// CHECK-SAME: p91 : typing_Union[ForwardRef_Foo_,NoneType]{{, |\)}}
// CHECK-SAME: p92 : ForwardRef_Foo_{{, |\)}}
// CHECK-SAME: p93 : _Foo_{{, |\)}}
// CHECK-SAME: p94 : _torch_Tensor_{{, |\)}}
// CHECK-SAME: p95 : _typing_Optional_int_{{, |\)}}
// CHECK-SAME: p96 : _a_b_{{, |\)}}
// CHECK-SAME: p97 : _list_int_{{, |\)}}
// CHECK-SAME: p98 : int|NoneType{{, |\)}}
// CHECK-SAME: p99 : int|str{{, |\)}}
// CHECK-SAME: p100 : torch.Tensor|NoneType{{, |\)}}
// CHECK-SAME: p101 : list[int]|NoneType{{, |\)}}
// CHECK-SAME: p102 : torch.Tensor|list[torch.Tensor]|NoneType{{, |\)}}
// CHECK-SAME: p103 : typing_Union[typing_List[int],NoneType]{{, |\)}}
// CHECK-SAME: p104 : typing_Union[list[int],NoneType]{{, |\)}}
// CHECK-SAME: p105 : __main___Cls{{, |\)}}
// CHECK-SAME: p106 : __main___Outer_Inner{{, |\)}}
// CHECK-SAME: p107 : __main___NT{{, |\)}}
// CHECK-SAME: p108 : __main___NT2{{, |\)}}
// CHECK-SAME: p109 : __main___DC{{, |\)}}
// CHECK-SAME: p110 : __main___Color{{, |\)}}
// CHECK-SAME: p111 : __main___Gen{{, |\)}}
// CHECK-SAME: p112 : __main___Gen[int]{{, |\)}}
// CHECK-SAME: p113 : __main___Gen[_T_]{{, |\)}}
// CHECK-SAME: p114 : __main___Proto{{, |\)}}
// CHECK-SAME: p115 : _T_{{, |\)}}
// CHECK-SAME: p116 : __main___NTy{{, |\)}}
// CHECK-SAME: p117 : __main___TD{{, |\)}}
// CHECK-SAME: p118 : pathlib_Path{{, |\)}}
// CHECK-SAME: p119 : torch.fx.node.Node{{, |\)}}
// CHECK-SAME: p120 : torch.fx.graph_module.GraphModule{{, |\)}}
// CHECK-SAME: p121 : _{{, |\)}}
// CHECK-SAME: p122 : _3{{, |\)}}
// CHECK-SAME: p123 : my_fn{{, |\)}}
// CHECK-SAME: p124 : torch.fx.tensor_type.TensorType[_1,_2]{{, |\)}}
// CHECK-SAME: p125 : torch.fx.tensor_type.TensorType[_1,torch.fx.tensor_type._DynType]{{, |\)}}
// CHECK-SAME: p126 : torch.fx.tensor_type._DynType{{, |\)}}
// CHECK-SAME: p127 : torch.jit.Future[int]{{, |\)}}
// CHECK-SAME: p128 : torch.Tensor|int{{, |\)}}
// CHECK-SAME: p129 : collections_abc_Mapping[str,torch.Tensor|NoneType]{{, |\)}}
// CHECK-SAME: p130 : typing_Dict[str,list[int]|NoneType]{{, |\)}}
// CHECK-SAME: p131 : typing_Union[torch.Tensor,typing_Tuple[torch.Tensor,_],NoneType]{{, |\)}}
// CHECK-SAME: p132 : typing_Tuple[typing_Tuple,int]{{, |\)}}
// CHECK-SAME: p133 : typing_List[typing_Any]{{, |\)}}
// CHECK-SAME: p134 : typing_Literal[_1]{{, |\)}}
// CHECK-SAME: p135 : typing_Literal[b_x_]{{, |\)}}
// CHECK-SAME: p136 : _P_{{, |\)}}
// CHECK-SAME: p137 : typing_Concatenate[int,_P2]{{, |\)}}
// CHECK-SAME: p138 : torch.FloatTensor{{, |\)}}
// CHECK-SAME: p139 : torch.cuda.FloatTensor{{, |\)}}
// CHECK-SAME: p140 : torch.ScriptObject{{, |\)}}
// CHECK-SAME: p141 : torch.nn.modules.container.Sequential{{, |\)}}
// CHECK-SAME: p142 : typing_Union[torch.dtype,NoneType]{{, |\)}}
// CHECK-SAME: p143 : typing_Union[device,NoneType]{{, |\)}}
// CHECK-SAME: p144 : typing_List[typing_Union[int,NoneType]]{{, |\)}}
// CHECK-SAME: p145 : typing_Union[typing_List[int],typing_Dict[str,typing_List[int]],NoneType]{{, |\)}}
// FX: %p0 : int [num_users=0]
graph():
    %p0 : int [num_users=0] = placeholder[target=p0]
    %p1 : str [num_users=0] = placeholder[target=p1]
    %p2 : float [num_users=0] = placeholder[target=p2]
    %p3 : bool [num_users=0] = placeholder[target=p3]
    %p4 : complex [num_users=0] = placeholder[target=p4]
    %p5 : bytes [num_users=0] = placeholder[target=p5]
    %p6 : object [num_users=0] = placeholder[target=p6]
    %p7 : type [num_users=0] = placeholder[target=p7]
    %p8 : NoneType [num_users=0] = placeholder[target=p8]
    %p9 : list [num_users=0] = placeholder[target=p9]
    %p10 : dict [num_users=0] = placeholder[target=p10]
    %p11 : tuple [num_users=0] = placeholder[target=p11]
    %p12 : set [num_users=0] = placeholder[target=p12]
    %p13 : slice [num_users=0] = placeholder[target=p13]
    %p14 : range [num_users=0] = placeholder[target=p14]
    %p15 : torch.Tensor [num_users=0] = placeholder[target=p15]
    %p16 : torch.nn.parameter.Parameter [num_users=0] = placeholder[target=p16]
    %p17 : torch.dtype [num_users=0] = placeholder[target=p17]
    %p18 : torch.device [num_users=0] = placeholder[target=p18]
    %p19 : torch.Size [num_users=0] = placeholder[target=p19]
    %p20 : torch.nn.modules.module.Module [num_users=0] = placeholder[target=p20]
    %p21 : torch.nn.modules.linear.Linear [num_users=0] = placeholder[target=p21]
    %p22 : torch._C.Generator [num_users=0] = placeholder[target=p22]
    %p23 : torch.SymInt [num_users=0] = placeholder[target=p23]
    %p24 : torch.layout [num_users=0] = placeholder[target=p24]
    %p25 : torch.memory_format [num_users=0] = placeholder[target=p25]
    %p26 : typing.Optional[int] [num_users=0] = placeholder[target=p26]
    %p27 : typing.Optional[torch.Tensor] [num_users=0] = placeholder[target=p27]
    %p28 : typing.Union[int, str] [num_users=0] = placeholder[target=p28]
    %p29 : typing.Union[int, str, NoneType] [num_users=0] = placeholder[target=p29]
    %p30 : typing.Union[torch.Tensor, typing.List[torch.Tensor]] [num_users=0] = placeholder[target=p30]
    %p31 : typing.List[int] [num_users=0] = placeholder[target=p31]
    %p32 : typing.List[torch.Tensor] [num_users=0] = placeholder[target=p32]
    %p33 : typing.Dict[str, torch.Tensor] [num_users=0] = placeholder[target=p33]
    %p34 : typing.Tuple[int, torch.Tensor] [num_users=0] = placeholder[target=p34]
    %p35 : typing.Tuple[int, ...] [num_users=0] = placeholder[target=p35]
    %p36 : typing.Tuple[()] [num_users=0] = placeholder[target=p36]
    %p37 : typing.Tuple [num_users=0] = placeholder[target=p37]
    %p38 : typing.List [num_users=0] = placeholder[target=p38]
    %p39 : typing.Dict [num_users=0] = placeholder[target=p39]
    %p40 : typing.Set[int] [num_users=0] = placeholder[target=p40]
    %p41 : typing.FrozenSet[int] [num_users=0] = placeholder[target=p41]
    %p42 : typing.Type[int] [num_users=0] = placeholder[target=p42]
    %p43 : typing.Type [num_users=0] = placeholder[target=p43]
    %p44 : typing.DefaultDict[str, int] [num_users=0] = placeholder[target=p44]
    %p45 : typing.OrderedDict[str, int] [num_users=0] = placeholder[target=p45]
    %p46 : typing.Deque[int] [num_users=0] = placeholder[target=p46]
    %p47 : typing.Counter[str] [num_users=0] = placeholder[target=p47]
    %p48 : typing.ChainMap[str, int] [num_users=0] = placeholder[target=p48]
    %p49 : typing.Iterable[int] [num_users=0] = placeholder[target=p49]
    %p50 : typing.Iterator[int] [num_users=0] = placeholder[target=p50]
    %p51 : typing.Sequence[int] [num_users=0] = placeholder[target=p51]
    %p52 : typing.Mapping[str, int] [num_users=0] = placeholder[target=p52]
    %p53 : typing.Callable [num_users=0] = placeholder[target=p53]
    %p54 : typing.Callable[..., int] [num_users=0] = placeholder[target=p54]
    %p55 : typing.Any [num_users=0] = placeholder[target=p55]
    %p56 : ~AnyStr [num_users=0] = placeholder[target=p56]
    %p57 : typing.NoReturn [num_users=0] = placeholder[target=p57]
    %p58 : typing.ClassVar[int] [num_users=0] = placeholder[target=p58]
    %p59 : typing.Final[int] [num_users=0] = placeholder[target=p59]
    %p60 : typing.Literal['a'] [num_users=0] = placeholder[target=p60]
    %p61 : typing.Literal["it's"] [num_users=0] = placeholder[target=p61]
    %p62 : typing.Annotated[int, 'meta'] [num_users=0] = placeholder[target=p62]
    %p63 : typing.Generator[int, NoneType, str] [num_users=0] = placeholder[target=p63]
    %p64 : typing.Awaitable[int] [num_users=0] = placeholder[target=p64]
    %p65 : typing.Optional[typing.List[typing.Tuple[int, typing.Optional[torch.Tensor]]]] [num_users=0] = placeholder[target=p65]
    %p66 : typing.Hashable [num_users=0] = placeholder[target=p66]
    %p67 : typing.Sized [num_users=0] = placeholder[target=p67]
    %p68 : typing.ContextManager[int] [num_users=0] = placeholder[target=p68]
    %p69 : typing.Pattern[str] [num_users=0] = placeholder[target=p69]
    %p70 : typing.IO[str] [num_users=0] = placeholder[target=p70]
    %p71 : typing.Self [num_users=0] = placeholder[target=p71]
    %p72 : typing.LiteralString [num_users=0] = placeholder[target=p72]
    %p73 : list[int] [num_users=0] = placeholder[target=p73]
    %p74 : dict[str, int] [num_users=0] = placeholder[target=p74]
    %p75 : tuple[int, ...] [num_users=0] = placeholder[target=p75]
    %p76 : tuple[()] [num_users=0] = placeholder[target=p76]
    %p77 : set[int] [num_users=0] = placeholder[target=p77]
    %p78 : frozenset[int] [num_users=0] = placeholder[target=p78]
    %p79 : type[int] [num_users=0] = placeholder[target=p79]
    %p80 : list[list[torch.Tensor]] [num_users=0] = placeholder[target=p80]
    %p81 : collections.OrderedDict[str, int] [num_users=0] = placeholder[target=p81]
    %p82 : collections.abc.Sequence[int] [num_users=0] = placeholder[target=p82]
    %p83 : collections.abc.Callable [num_users=0] = placeholder[target=p83]
    %p84 : collections.abc.Iterable [num_users=0] = placeholder[target=p84]
    %p85 : collections.deque[int] [num_users=0] = placeholder[target=p85]
    %p86 : collections.defaultdict[str, int] [num_users=0] = placeholder[target=p86]
    %p87 : collections.OrderedDict [num_users=0] = placeholder[target=p87]
    %p88 : tuple[int, str] [num_users=0] = placeholder[target=p88]
    %p89 : list['Foo'] [num_users=0] = placeholder[target=p89]
    %p90 : typing.List[ForwardRef('Foo')] [num_users=0] = placeholder[target=p90]
    %p91 : typing.Optional[ForwardRef('Foo')] [num_users=0] = placeholder[target=p91]
    %p92 : ForwardRef('Foo') [num_users=0] = placeholder[target=p92]
    %p93 : 'Foo' [num_users=0] = placeholder[target=p93]
    %p94 : 'torch.Tensor' [num_users=0] = placeholder[target=p94]
    %p95 : 'typing.Optional[int]' [num_users=0] = placeholder[target=p95]
    %p96 : "a 'b'" [num_users=0] = placeholder[target=p96]
    %p97 : 'list[int]' [num_users=0] = placeholder[target=p97]
    %p98 : int | None [num_users=0] = placeholder[target=p98]
    %p99 : int | str [num_users=0] = placeholder[target=p99]
    %p100 : torch.Tensor | None [num_users=0] = placeholder[target=p100]
    %p101 : list[int] | None [num_users=0] = placeholder[target=p101]
    %p102 : torch.Tensor | list[torch.Tensor] | None [num_users=0] = placeholder[target=p102]
    %p103 : typing.Optional[typing.List[int]] [num_users=0] = placeholder[target=p103]
    %p104 : typing.Optional[list[int]] [num_users=0] = placeholder[target=p104]
    %p105 : __main__.Cls [num_users=0] = placeholder[target=p105]
    %p106 : __main__.Outer.Inner [num_users=0] = placeholder[target=p106]
    %p107 : __main__.NT [num_users=0] = placeholder[target=p107]
    %p108 : __main__.NT2 [num_users=0] = placeholder[target=p108]
    %p109 : __main__.DC [num_users=0] = placeholder[target=p109]
    %p110 : __main__.Color [num_users=0] = placeholder[target=p110]
    %p111 : __main__.Gen [num_users=0] = placeholder[target=p111]
    %p112 : __main__.Gen[int] [num_users=0] = placeholder[target=p112]
    %p113 : __main__.Gen[~T_] [num_users=0] = placeholder[target=p113]
    %p114 : __main__.Proto [num_users=0] = placeholder[target=p114]
    %p115 : ~T_ [num_users=0] = placeholder[target=p115]
    %p116 : __main__.NTy [num_users=0] = placeholder[target=p116]
    %p117 : __main__.TD [num_users=0] = placeholder[target=p117]
    %p118 : pathlib.Path [num_users=0] = placeholder[target=p118]
    %p119 : torch.fx.node.Node [num_users=0] = placeholder[target=p119]
    %p120 : torch.fx.graph_module.GraphModule [num_users=0] = placeholder[target=p120]
    %p121 : ... [num_users=0] = placeholder[target=p121]
    %p122 : 3 [num_users=0] = placeholder[target=p122]
    %p123 : my_fn [num_users=0] = placeholder[target=p123]
    %p124 : TensorType[(1, 2)] [num_users=0] = placeholder[target=p124]
    %p125 : TensorType[(1, Dyn)] [num_users=0] = placeholder[target=p125]
    %p126 : Dyn [num_users=0] = placeholder[target=p126]
    %p127 : torch.jit.Future[int] [num_users=0] = placeholder[target=p127]
    %p128 : torch.Tensor | int [num_users=0] = placeholder[target=p128]
    %p129 : collections.abc.Mapping[str, torch.Tensor | None] [num_users=0] = placeholder[target=p129]
    %p130 : typing.Dict[str, list[int] | None] [num_users=0] = placeholder[target=p130]
    %p131 : typing.Union[torch.Tensor, typing.Tuple[torch.Tensor, ...], NoneType] [num_users=0] = placeholder[target=p131]
    %p132 : typing.Tuple[typing.Tuple[()], int] [num_users=0] = placeholder[target=p132]
    %p133 : typing.List[typing.Any] [num_users=0] = placeholder[target=p133]
    %p134 : typing.Literal[1] [num_users=0] = placeholder[target=p134]
    %p135 : typing.Literal[b'x'] [num_users=0] = placeholder[target=p135]
    %p136 : ~P_ [num_users=0] = placeholder[target=p136]
    %p137 : typing.Concatenate[int, ~P2] [num_users=0] = placeholder[target=p137]
    %p138 : torch.FloatTensor [num_users=0] = placeholder[target=p138]
    %p139 : torch.cuda.FloatTensor [num_users=0] = placeholder[target=p139]
    %p140 : torch.ScriptObject [num_users=0] = placeholder[target=p140]
    %p141 : torch.nn.modules.container.Sequential [num_users=0] = placeholder[target=p141]
    %p142 : typing.Optional[torch.dtype] [num_users=0] = placeholder[target=p142]
    %p143 : typing.Optional[torch.device] [num_users=0] = placeholder[target=p143]
    %p144 : typing.List[typing.Optional[int]] [num_users=0] = placeholder[target=p144]
    %p145 : typing.Union[typing.List[int], typing.Dict[str, typing.List[int]], NoneType] [num_users=0] = placeholder[target=p145]
