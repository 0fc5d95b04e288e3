/** The rules of what stands on and over boards. */
export const BOARD_RULES = `
.slc-ghost{opacity:.4}
.slc-pane--names :is(.slc-row,.slc-node-rule,.slc-node-entry,.slc-node-exit,.slc-chip-guard,.slc-chip-actions,.slc-glyph,.slc-node-kind){display:none}
.slc-pane--over .slc-surface{cursor:pointer}
.slc-pane--drawing,.slc-pane--drawing .slc-surface{cursor:crosshair}
.slc-node--active .slc-node-box{filter:drop-shadow(0 0 3px var(--slc-own-active))}
.slc-marks{pointer-events:none}
.slc-outline{fill:none}
.slc-outline--selected,.slc-outline--target{stroke:var(--slc-own-accent)}
.slc-outline--hover{stroke:var(--slc-own-accent);stroke-opacity:.55}
.slc-outline--frame{stroke:var(--slc-own-accent);stroke-opacity:.6}
.slc-outline--error{stroke:var(--slc-own-danger)}
.slc-line-path{fill:none;stroke:var(--slc-own-accent);stroke-width:2.5}
.slc-line-head{fill:var(--slc-own-accent)}
.slc-line-plate{fill:none;stroke:var(--slc-own-accent);stroke-width:1.5}
.slc-line--hover{opacity:.6}
.slc-guide{stroke:var(--slc-own-accent);stroke-opacity:.8}
.slc-marquee{fill:var(--slc-own-accent);fill-opacity:.08;stroke:var(--slc-own-accent)}
.slc-handle-target{fill:transparent;pointer-events:all;cursor:crosshair}
.slc-handle-dot{fill:var(--slc-own-surface);stroke:var(--slc-own-accent);pointer-events:none}
.slc-link-path{fill:none;stroke:var(--slc-own-draw-source)}
.slc-link-head{fill:var(--slc-own-draw-source)}
.slc-link-new{fill:none;stroke:var(--slc-own-draw-source);stroke-dasharray:6 4;stroke-opacity:.7}
.slc-empty{position:absolute;inset:0;display:grid;place-items:center;margin:0;padding:24px;text-align:center;color:var(--slc-own-muted);pointer-events:none}
.slc-crumbs{position:absolute;left:12px;top:12px;z-index:10;display:flex;align-items:center;gap:2px;padding:3px;max-width:calc(100% - 24px);overflow:auto;
background:var(--slc-own-panel-bg);border:1px solid var(--slc-own-panel-border);border-radius:10px;color:var(--slc-own-muted)}
.slc-pane .slc-crumb--current{color:var(--slc-own-accent-ink);font-weight:600}
.slc-map{position:absolute;right:12px;bottom:12px;z-index:9;width:168px;height:112px;overflow:hidden;background:var(--slc-own-panel-bg);
border:1px solid var(--slc-own-panel-border);border-radius:8px;cursor:pointer;touch-action:none}
.slc-map canvas{width:168px;height:112px;display:block}
.slc-map-frame{position:absolute;left:0;top:0;border:1.5px solid var(--slc-own-accent);border-radius:2px;background:color-mix(in srgb,var(--slc-own-accent) 10%,transparent);pointer-events:none}
.slc-rename{position:absolute;z-index:45}
.slc-pane :is(.slc-rename-field,.slc-input){width:100%;height:32px;margin:0;padding:0 8px;font:inherit;color:var(--slc-own-label);background:var(--slc-own-surface);
border:1px solid var(--slc-own-panel-border);border-radius:6px;user-select:text;-webkit-user-select:text}
.slc-pane .slc-rename-field{font-size:14px;font-weight:600;text-align:center;border-color:var(--slc-own-accent);background:var(--slc-own-node-fill)}
.slc-pane :is(.slc-rename-field,.slc-input)::placeholder{color:var(--slc-own-muted);opacity:1}
.slc-refusal{margin:4px 0 0;padding:4px 8px;font-size:12px;color:var(--slc-own-danger);background:var(--slc-own-panel-bg);border-radius:6px}
:is(.slc-picker,.slc-menu){position:absolute;z-index:50;background:var(--slc-own-panel-bg);border:1px solid var(--slc-own-panel-border);border-radius:10px;
box-shadow:0 8px 24px rgb(2 6 23/.22);backdrop-filter:none}
.slc-picker-form{display:grid;gap:8px}
.slc-picker{width:264px;padding:12px;max-height:calc(100% - 16px);overflow:auto;touch-action:pan-y}
.slc-picker-title{margin:0;font-weight:600;overflow-wrap:anywhere}
.slc-picker-sub{font-weight:400;color:var(--slc-own-muted)}
.slc-picker-row{display:flex;justify-content:flex-end;gap:6px}
.slc-field{display:grid;gap:3px}
.slc-field-label{font-size:11px;color:var(--slc-own-muted)}
.slc-choices{list-style:none;margin:2px 0 0;padding:0;max-height:168px;overflow:auto;border:1px solid var(--slc-own-panel-border);border-radius:6px}
.slc-choices[hidden]{display:none}
.slc-picker-item{padding:5px 8px;font-size:12px;cursor:pointer;overflow-wrap:anywhere}
.slc-picker-item:hover,.slc-picker-item[aria-selected=true]{background:var(--slc-own-panel-hover)}
.slc-picker-item[aria-selected=true]{box-shadow:inset 2px 0 var(--slc-own-accent)}
.slc-pane .slc-btn{padding:0 12px;border:1px solid var(--slc-own-panel-border)}
.slc-pane .slc-btn--primary{color:#fff;background:var(--slc-own-primary);border-color:transparent;font-weight:600}
.slc-pane .slc-btn--primary:hover{background:var(--slc-own-primary);filter:brightness(1.08)}
.slc-menu{min-width:208px;padding:4px;display:grid}
.slc-pane .slc-menu-item{justify-content:space-between;gap:24px;padding:0 10px;text-align:start}
.slc-pane .slc-menu-item:disabled{color:var(--slc-own-faint);cursor:default}
.slc-menu kbd{font:inherit;font-size:11px;color:var(--slc-own-muted)}
.slc-menu-line{width:100%;height:1px;margin:4px 0;border:0;background:var(--slc-own-panel-border)}
.slc-pane[data-coarse] :is(.slc-menu-item,.slc-btn,.slc-crumb,.slc-picker-item){min-height:44px}
.slc-pane[data-coarse] :is(.slc-input,.slc-rename-field){height:44px;font-size:16px}
.slc-peers{position:absolute;inset:0;overflow:hidden;pointer-events:none;z-index:8}
.slc-peer{position:absolute;left:0;top:0;animation:slc-fade 5s linear forwards}
.slc-peer-name{position:absolute;left:12px;top:12px;padding:1px 6px;font-size:11px;font-weight:600;color:#fff;white-space:nowrap;background:var(--slc-peer);border-radius:6px}
.slc-peer-outline{fill:none;stroke-dasharray:none}
@keyframes slc-fade{0%,80%{opacity:1}100%{opacity:0}}
`;
