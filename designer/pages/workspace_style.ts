/** The style of the page that edits. */
export const WORKSPACE_STYLE = `
:root{--bar:2.75rem;--top:env(safe-area-inset-top,0px);--bottom:env(safe-area-inset-bottom,0px);--ui-scale:1;--ui:#fff;--ui-2:#f1f5f9;--line:#d5dce6;--focus:var(--slc-accent);--on-accent:#fff;--shadow:0 4px 16px rgb(15 23 42/.14);--warning:#b45309;--danger-ink:#b91c1c}
@media (prefers-color-scheme:dark){:root{--ui:#111827;--ui-2:#1b2439;--line:#2b364d;--on-accent:#06122b;--shadow:0 4px 20px rgb(0 0 0/.5);--warning:#f59e0b;--danger-ink:#f87171}}
html,body{height:100%;overflow:hidden}
html{font-size:calc(16px*var(--ui-scale))}
body{display:block;font-size:.8125rem;line-height:1.45}
#page{height:100dvh}
.workspace{display:flex;flex-direction:column;height:100dvh;background:var(--ui);padding-inline:env(safe-area-inset-left,0px) env(safe-area-inset-right,0px)}
.workspace:not([data-layout=phone]){padding-bottom:var(--bottom)}
.workspace>:is(.columns,.middle,.first-picture){flex:1;min-height:0}
.first-picture .board{height:100%}
.skip{position:absolute;z-index:70;top:.375rem;left:.375rem}
.skip:not(:focus){clip-path:inset(50%)}
:is(.middle,.first-picture){background:var(--slc-surface)}
.middle:focus{outline:0}
h2{font-size:.8125rem;font-weight:600;margin:0}
h3{font-size:.6875rem;font-weight:600;margin:0 0 .25rem;color:var(--slc-muted);letter-spacing:.02em}
.quiet{font-size:.75rem}
.icon{flex:none;vertical-align:-3px}
.grow{flex:1;min-width:0}
.mono,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;font-size:.75rem}
:is(select,input,button,textarea){font-size:.8125rem;min-height:1.75rem;padding:.1875rem .5rem;border:1px solid var(--line);border-radius:6px;background:var(--ui);color:inherit;transition:background-color 120ms ease-out,border-color 120ms ease-out}
textarea{font-family:inherit;resize:vertical;line-height:1.4}
:is(select,input,textarea):hover{border-color:var(--slc-edge)}
button{cursor:pointer;display:inline-flex;gap:.375rem;align-items:center;justify-content:center}
button:hover:not(:disabled){background:var(--slc-panel-hover)}
button:disabled{opacity:.38;cursor:default}
.ghost{background:none;border-color:transparent}
.icon-only{padding:0;width:1.75rem}
.primary{background:var(--slc-accent);border-color:var(--slc-accent);color:var(--on-accent);font-weight:600}
.primary:hover:not(:disabled){background:var(--slc-accent);filter:brightness(1.1)}
.danger{color:var(--danger-ink)}
.link{background:none;border:0;padding:0;min-height:0;color:var(--slc-accent);text-decoration:underline}
.plain{width:100%;justify-content:flex-start;text-align:start;background:none;border-color:transparent;border-radius:6px}
.plain[aria-current]{background:var(--slc-accent-fill);color:var(--slc-accent-ink)}
kbd{font:inherit;font-size:.6875rem;color:var(--slc-muted);padding:0 .3rem;border:1px solid var(--line);border-radius:4px}
:focus-visible{outline:2px solid var(--focus);outline-offset:1px}
.bar{flex:none;height:calc(var(--bar) + var(--top));display:flex;gap:.5rem;align-items:center;padding:var(--top) .75rem 0;background:var(--ui);border-bottom:1px solid var(--line);min-width:0;position:relative;z-index:30}
.bar h1{font-size:.875rem;font-weight:600;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;max-width:18rem}
.logo{width:1rem;height:1rem;border-radius:4px;flex:none;background:linear-gradient(0deg,var(--slc-accent) 33%,transparent 33% 66%,var(--slc-accent) 66%);border:1.5px solid var(--slc-accent)}
.history{display:flex}
.tabs{display:flex;gap:.125rem;margin-inline:auto;padding:.125rem;background:var(--ui-2);border-radius:8px}
.tabs button{border-color:transparent;background:none;min-height:1.625rem;padding:.125rem .75rem}
.tabs [aria-selected=true]{background:var(--ui);border-color:var(--line);font-weight:600}
.badge{min-width:1.125rem;padding:0 .25rem;border-radius:1rem;background:var(--warning);color:var(--ui);font-size:.6875rem;font-weight:600;line-height:1.125rem;text-align:center}
.search-button{color:var(--slc-muted)}
.menu{position:relative}
.popover{position:absolute;z-index:40;top:calc(100% + .375rem);right:0;min-width:13rem;max-width:min(26rem,92vw);max-height:70vh;overflow:auto;padding:.5rem;background:var(--ui);border:1px solid var(--line);border-radius:10px;box-shadow:var(--shadow)}
.document-menu .popover{left:0;right:auto}
.document-menu>.ghost{max-width:20rem}
.popover ul{margin:.25rem 0;padding:0;list-style:none}
.popover a{display:flex;gap:.5rem;align-items:baseline;padding:.25rem .5rem;border-radius:6px;color:inherit;text-decoration:none}
.popover a:hover,.popover a[aria-current]{background:var(--slc-panel-hover)}
.presence{display:flex;gap:.125rem;margin:0;padding:0;list-style:none;align-items:center}
.face{width:1.625rem;min-height:1.625rem;padding:0;border:2px solid;border-radius:50%;font-size:.625rem;font-weight:700}
.face.agent{border-radius:6px}
.save-state{position:relative;display:flex;gap:.25rem}
.save-state .dot{width:.5rem;height:.5rem;border-radius:50%;background:var(--slc-active);flex:none}
.save-state[data-status=saving] .dot{background:var(--slc-faint)}
.save-state:is([data-status=offline],[data-status=unsaved]) .dot{background:var(--warning)}
.save-state:is([data-status=gone],[data-status=changed]) .dot{background:var(--danger-ink)}
.save-state button{white-space:nowrap}
.save-state .popover{width:18rem;display:grid;gap:.5rem}
.strip{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;padding:.5rem .75rem;background:var(--slc-accent-fill);border-bottom:1px solid var(--slc-accent)}
.difference{flex-basis:100%;margin:0;padding:.25rem 0 0 1rem;font-size:.75rem}
.columns{display:flex;min-height:0;position:relative}
.middle{flex:1;min-width:0;min-height:0;position:relative;display:grid;grid-template:minmax(0,1fr)/minmax(0,1fr)}
.side{position:relative;display:flex;flex-direction:column;flex:none;min-height:0;background:var(--ui)}
.side.left,.rail.left{border-right:1px solid var(--line)}
.side.right,.rail.right{border-left:1px solid var(--line)}
.side.over{position:absolute;z-index:20;top:0;bottom:0;box-shadow:var(--shadow);max-width:min(92vw,26rem)}
.side.over.right{right:0}
.side.over.left{left:0}
.rail{flex:none;width:2.5rem;padding:.375rem;background:var(--ui)}
.side-head{display:flex;align-items:center;justify-content:space-between;padding:.375rem .375rem .375rem .75rem;min-height:2.5rem}
.side-body{flex:1;overflow:auto;padding:0 .75rem;scrollbar-width:thin}
/* Else the hidden names inside would make the page itself higher. */
:is(.side-body,.sheet-body,.mode,.scenario-side,.run-columns>section){position:relative}
.resize{position:absolute;top:0;bottom:0;width:7px;cursor:col-resize;touch-action:none}
.side.left .resize{right:-4px}
.side.right .resize{left:-4px}
.resize:hover{background:var(--slc-accent-fill)}
.outline{display:flex;flex-direction:column;min-height:100%}
.outline{padding-bottom:0}
.outline ul{flex:1;margin:.5rem 0;padding:0;list-style:none}
.search,.search input{display:block;width:100%}
.outline li{content-visibility:auto;contain-intrinsic-height:auto 1.625rem}
.outline .plain{padding:.125rem .375rem;min-height:1.625rem;overflow:hidden;white-space:nowrap;text-overflow:ellipsis}
.outline .grow{overflow:hidden;text-overflow:ellipsis}
.outline [aria-current]{scroll-margin-block:2.5rem}
.outline-findings{position:sticky;bottom:0;border-top:1px solid var(--line);border-radius:0;background:var(--ui)}
.kind{flex:none;width:.625rem;height:.625rem;border:1.5px solid var(--slc-node-stroke);border-radius:3px}
.kind:is([data-type=event],[data-type=message],[data-type=attribute]){border-radius:50%;border-color:var(--slc-accent)}
.kind:is([data-type=transition],[data-type=relationship]){height:0;border-width:1px;border-color:var(--slc-edge)}
.kind[data-type=timer]{border-radius:50%;border-style:dashed}
.kind[data-type=data]{transform:rotate(45deg) scale(.8);border-color:var(--slc-accent)}
.properties,.command{display:grid;gap:.875rem;align-content:start;padding-bottom:1rem}
.element-head{display:flex;justify-content:space-between;align-items:center}
.element-head .quiet{text-transform:none}
.document-name{font-size:.9375rem;font-weight:600}
.fields{display:grid;gap:.625rem}
.field{display:grid;gap:.1875rem}
.field>:is(label,span){font-size:.75rem;color:var(--slc-muted)}
.field>:is(input,select,textarea){width:100%}
.field.switch{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center}
.field.switch input{width:1rem;min-height:1rem;height:1rem;margin:0;accent-color:var(--slc-accent)}
.field.switch label{font-size:.8125rem;color:inherit}
.field .hint{display:none;font-size:.6875rem;color:var(--slc-muted)}
.field:focus-within .hint,.command .hint{display:block}
.field [aria-invalid=true]{border-color:var(--danger-ink);text-decoration:underline wavy var(--danger-ink) 1px}
.complaint{color:var(--danger-ink);font-size:.75rem}
.part{display:grid;gap:.25rem;padding-top:.75rem;border-top:1px solid var(--line)}
.line{display:flex;gap:.25rem;align-items:start}
.line>.field{flex:1;min-width:0}
.line .plain{flex:1;min-width:0}
.line.data>.field:nth-child(2){flex:0 0 5.5rem}
.add-line{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:.25rem}
.add-line input{background:none;border-style:dashed}
.add-line .complaint{grid-column:1/-1}
.row{display:flex;flex-wrap:wrap;gap:.375rem;align-items:center}
.element-end{display:flex}
details.part summary{cursor:pointer;font-size:.75rem;color:var(--slc-muted)}
details.part section{display:grid;gap:.25rem;padding-top:.5rem}
.others summary{cursor:pointer;color:var(--slc-muted);font-size:.75rem;padding:.25rem 0}
.findings{display:grid;gap:.375rem;margin:0;padding:0;list-style:none}
.finding{display:grid;gap:.25rem}
.finding-text{display:flex;gap:.5rem;align-items:flex-start;padding:.25rem .375rem;height:auto}
.finding .icon{margin-top:1px;color:var(--warning)}
.finding.error .icon{color:var(--danger-ink)}
.rule{font-size:.6875rem;color:var(--slc-muted)}
.remedies{padding-left:1.875rem}
.finding-groups{display:grid;gap:1rem;max-width:46rem}
.mode{overflow:auto;padding:1rem 1.25rem;background:var(--slc-surface);min-height:0}
.empty{padding:2rem;text-align:center;color:var(--slc-muted)}
.code-mode{display:grid;grid-template-rows:auto auto minmax(0,1fr);gap:.5rem}
.mode-head{display:flex;justify-content:space-between;gap:.5rem;flex-wrap:wrap}
.chips{display:flex;flex-wrap:wrap;gap:.25rem}
.chips [aria-selected=true]{border-color:var(--slc-accent);background:var(--slc-accent-fill);color:var(--slc-accent-ink)}
.code{grid-row:3;margin:0;padding:.75rem;overflow:auto;background:var(--ui);border:1px solid var(--line);border-radius:10px;line-height:1.55;tab-size:2}
.canvas-area{container-type:inline-size;position:relative;min-height:0;min-width:0;display:grid;grid-template:minmax(0,1fr)/minmax(0,1fr)}
.canvas-area[hidden]{display:none}
.workspace[data-mode=run] .middle{grid-template-rows:minmax(0,1fr) auto}
.canvas{position:relative;display:grid;min-height:0}
.scenario{display:grid;grid-template:minmax(0,1fr)/minmax(0,1fr);min-height:0;min-width:0;height:100%}
.scenario[data-lines]{grid-template-columns:minmax(16rem,22rem) minmax(0,1fr)}
@container (max-width:52rem){.scenario[data-lines]{grid-template:minmax(0,2fr) minmax(0,3fr)/minmax(0,1fr)}}
.scenario-side{min-height:0;min-width:0;overflow:auto;background:var(--ui);border-inline-end:1px solid var(--line)}
.replay{display:grid;grid-template-columns:minmax(0,1fr);gap:.375rem;padding:.625rem .75rem;border-bottom:1px solid var(--line)}
.replay label{display:grid;gap:.125rem}
.replay select{width:100%}
.replay button{justify-self:start}
.slc-lines-add{margin:.5rem 0 .25rem 2.5rem;justify-self:start;align-self:flex-start}

.run{display:flex;flex-direction:column;gap:.5rem;height:min(18rem,42dvh);padding:.625rem .75rem;position:relative;z-index:15;background:var(--ui);border-top:1px solid var(--line)}
.run-bar{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center}
.run-state{font-weight:600;color:var(--slc-active)}
.run [data-refused]{color:var(--slc-muted);border-style:dashed}
.run .payload>.ghost{background:var(--ui);border-color:var(--line)}
.run .menu .popover{bottom:calc(100% + .375rem);top:auto;right:auto;left:0}
.run .grow~.menu .popover{left:auto;right:0}
.run-columns{display:grid;flex:1;min-height:0;overflow:auto;grid-auto-rows:minmax(9rem,1fr);grid-template-columns:repeat(auto-fit,minmax(13rem,1fr));gap:.75rem 1rem}
.run-columns>section{display:grid;gap:.25rem;align-content:start;min-width:0;overflow:auto}
.steps{margin:0;padding:0;list-style:none;max-height:9rem;overflow:auto}
.run .steps{max-height:none}
.steps .plain{min-height:1.5rem;padding:.0625rem .375rem}
.steps .ahead{opacity:.6}
.data-name{flex:0 0 7rem;padding-top:.3rem;overflow:hidden;text-overflow:ellipsis}
.short{width:5rem}
.notice{padding:.375rem .625rem;border:1px solid var(--slc-accent);border-radius:6px}
.view-note{position:absolute;z-index:10;top:.75rem;left:50%;translate:-50% 0}
.view-note:not(:empty){display:flex;gap:.75rem;padding:.375rem .75rem;background:var(--ui);border:1px solid var(--slc-accent);border-radius:10px;box-shadow:var(--shadow)}
.toast{position:fixed;z-index:50;left:50%;bottom:calc(4.5rem + var(--bottom));translate:-50% 0;margin:0;max-width:min(40rem,92vw);padding:.5rem .875rem;background:var(--ui);border:1px solid var(--line);border-radius:10px;box-shadow:var(--shadow)}
.system-section{display:grid;gap:1rem;max-width:46rem;margin-top:1.25rem;padding-top:1rem;border-top:1px solid var(--line)}
.system-section .finding-text,.links a{color:inherit;text-decoration:none;border-radius:6px}
.system-section a:hover,.links a:hover{background:var(--slc-panel-hover)}
.finding.passed .icon{color:var(--slc-active)}
.proposal{display:flex;gap:.5rem;align-items:flex-start;padding:.125rem .375rem}
.proposal input{flex:none;min-height:1rem;width:1rem;margin:.125rem 0 0}
.open-questions{margin:0;padding-inline-start:1.25rem;display:grid;gap:.25rem}
.links summary{cursor:pointer;font-size:.75rem;color:var(--slc-muted)}
.links ul{margin:0;padding:0;list-style:none}
.links a{display:block;padding:.125rem .375rem}
.system-members{border-bottom:1px solid var(--line);padding-bottom:.25rem!important}
.replay .steps{max-height:16rem}
.replay .steps .mono{flex:0 0 2.5rem;color:var(--slc-muted)}
.replay [data-result]:is([data-result=refused],[data-result=unknown-event],[data-result=ended],[data-result=state-mismatch]) .grow{color:var(--danger-ink)}
.start{display:grid;gap:1rem;align-content:center;justify-items:center;padding:1.5rem;overflow:auto}
.start h2{font-size:1rem}
.templates li{display:grid}
.templates{display:flex;flex-wrap:wrap;gap:1rem;justify-content:center;margin:0;padding:0;list-style:none}
.templates button{display:grid;justify-items:start;align-content:start;gap:.25rem;width:15rem;padding:.75rem;text-align:start;border-radius:10px}
.thumb{display:grid;place-items:center;width:100%;height:8.5rem;padding:.5rem;background:var(--slc-surface);border-radius:6px;overflow:hidden}
.thumb svg{max-width:100%;max-height:7.5rem;height:auto}
.scrim{position:fixed;inset:0;z-index:60;background:rgb(15 23 42/.28);display:grid;justify-items:center;align-items:start;padding-top:12vh}
.palette{width:min(36rem,94vw);background:var(--ui);border:1px solid var(--line);border-radius:10px;box-shadow:var(--shadow);overflow:hidden}
.palette>input{width:100%;min-height:2.75rem;padding:0 1rem;border:0;border-bottom:1px solid var(--line);border-radius:0;font-size:.9375rem;outline:0}
.palette ul{margin:0;padding:.25rem;list-style:none;max-height:52vh;overflow:auto}
.palette li{display:flex;gap:.625rem;align-items:center;padding:.3125rem .625rem;border-radius:6px;cursor:pointer}
.palette li .quiet{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;max-width:55%}
.palette [aria-selected=true]{background:var(--slc-accent-fill);color:var(--slc-accent-ink)}
.palette [aria-selected=true] .quiet{color:inherit}
.phone-bar{display:flex;background:var(--ui);border-top:1px solid var(--line);padding-bottom:var(--bottom)}
.phone-bar button{position:relative;flex:1;flex-direction:column;gap:.125rem;min-height:3.25rem;padding:.25rem;border:0;border-radius:0;background:none;font-size:.6875rem}
.phone-bar [aria-pressed=true]{color:var(--slc-accent)}
.phone-bar .badge{position:absolute;top:.25rem;left:calc(50% + .5rem)}
.sheet{position:fixed;z-index:25;left:env(safe-area-inset-left,0px);right:env(safe-area-inset-right,0px);bottom:calc(3.25rem + var(--bottom));max-height:calc(100dvh - 6.5rem - var(--top) - var(--bottom));display:flex;flex-direction:column;background:var(--ui);border-top:1px solid var(--line);border-radius:14px 14px 0 0;box-shadow:var(--shadow)}
.sheet-head{display:grid;grid-template-columns:1fr auto;align-items:center;padding:0 .5rem .25rem 1rem;touch-action:none}
.grip{grid-column:1/-1;justify-self:center;width:4rem;min-height:1.25rem;padding:0;border:0;background:none}
.grip::before{content:"";width:2.25rem;height:.25rem;border-radius:2px;background:var(--slc-faint)}
.sheet-body{flex:1;overflow:auto;padding:0 1rem 1rem;overscroll-behavior:contain}
@media (max-width:1023px){.search-button :is(span,kbd){display:none}.tabs button{padding:.125rem .5rem}}
@media (max-width:639px){.strip p{flex-basis:100%}.hud-text{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}.slc-pane .hud-choice[aria-pressed=true]{display:none}.run{height:min(24rem,50dvh)}.run-columns{grid-template-columns:minmax(0,1fr);grid-auto-rows:auto}.run-columns>section{overflow:visible}.bar{gap:.125rem;padding-inline:.375rem}.tabs,.search-button,.export-menu{display:none}.document-menu{flex:1;min-width:0}.document-menu>.ghost{max-width:100%}.bar h1{min-width:0}.mode{padding:.75rem}}
@media (pointer:coarse){:root{--bar:3.25rem}:is(select,input,button,textarea,.plain){min-height:2.75rem;font-size:1rem}.icon-only{width:2.75rem}.popover a{min-height:2.75rem;align-items:center}.outline .plain{min-height:2.75rem}.face{min-height:2.75rem;width:2.75rem}.phone-bar button{font-size:.6875rem}}
@media (prefers-reduced-motion:reduce){*{transition:none!important;animation:none!important}}
@media (forced-colors:active){.save-state .dot,.logo{forced-color-adjust:none}:is(.plain[aria-current],.tabs [aria-selected=true],.palette [aria-selected=true],.phone-bar [aria-pressed=true]){forced-color-adjust:none;background:Highlight;color:HighlightText}}
`;
