/** The rules of entity-relationship diagrams. */
export const ERD_RULES = `
.slc-world .slc-erd-type{font:10.5px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.slc-pane--names :is(.slc-erd-type,.slc-erd-badge,.slc-erd-role,.slc-erd-state){display:none}
.slc-erd-mark-row{fill:var(--slc-own-accent);fill-opacity:.1;pointer-events:none}
.slc-erd-mark-row--selected{fill-opacity:.18}
.slc-erd-line-mark{fill:none;stroke:var(--slc-own-accent);stroke-linejoin:round}
.slc-erd-line-mark--hover{stroke-opacity:.45}
.slc-erd-place{stroke:var(--slc-own-accent);stroke-linecap:round}
.slc-pane .slc-hud-btn[aria-pressed=true]{color:var(--slc-own-accent-ink);background:var(--slc-own-accent-fill)}
.slc-inline{position:absolute;z-index:45}
.slc-pane .slc-inline-field{display:block;width:100%;margin:0;padding:0 8px;font:inherit;color:var(--slc-own-label);background:var(--slc-own-node-fill);
border:1px solid var(--slc-own-accent);border-radius:6px;box-shadow:0 2px 8px rgb(2 6 23/.18);user-select:text;-webkit-user-select:text}
.slc-pane .slc-inline-field--mono{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.slc-inline-field::placeholder{color:var(--slc-own-muted);opacity:1}
.slc-inline-trouble{position:absolute;margin:4px 0 0;padding:4px 8px;min-width:200px;font-size:12px;color:var(--slc-own-danger);background:var(--slc-own-panel-bg);
border:1px solid var(--slc-own-panel-border);border-radius:6px}
.slc-pane[data-coarse] .slc-inline-field{min-height:44px;font-size:16px!important}
`;
