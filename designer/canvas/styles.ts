import { forcedColors, ownVariables, paintRules } from "./theme.ts";

/** The style sheet of all canvases. Every colour can be set by a `--slc-*` variable, on the canvas or on any element around it. */
export const CANVAS_STYLES: string = `
.slc-pane{${ownVariables()};
--slc-own-primary:light-dark(#2563eb,#2f6be6);
position:relative;overflow:hidden;width:100%;height:100%;min-height:0;background:var(--slc-own-surface);color:var(--slc-own-label);
font:13px/1.4 Inter,ui-sans-serif,system-ui,sans-serif;touch-action:none;user-select:none;-webkit-user-select:none;-webkit-touch-callout:none;
outline:none;isolation:isolate;contain:strict}
.slc-pane:focus-visible::after{content:"";position:absolute;inset:0;border:2px solid var(--slc-own-accent);pointer-events:none;z-index:40}
.slc-pane *{box-sizing:border-box}
.slc-surface{position:absolute;left:0;top:0;display:block;overflow:hidden;transform-origin:0 0;will-change:transform}
.slc-over{pointer-events:none}
.slc-far{position:absolute;left:0;top:0;transform-origin:0 0;pointer-events:none}
.slc-pane--held,.slc-pane--held *{cursor:grab!important}
.slc-pane--panning,.slc-pane--panning *,.slc-pane--dragging.slc-pane--moving *{cursor:grabbing!important}
.slc-pane--panning .slc-world,.slc-pane--pinching .slc-world{pointer-events:none}
.slc-surface text{pointer-events:none;font-family:Inter,ui-sans-serif,system-ui,sans-serif}
.slc-hud{position:absolute;left:12px;bottom:12px;z-index:10;display:flex;align-items:center;gap:2px;padding:3px;max-width:calc(100% - 24px);overflow-x:auto;scrollbar-width:none;touch-action:pan-x;
background:var(--slc-own-panel-bg);border:1px solid var(--slc-own-panel-border);border-radius:10px;box-shadow:0 2px 8px rgb(2 6 23/.14)}
.slc-pane :is(.slc-hud-btn,.slc-crumb,.slc-menu-item,.slc-btn){display:inline-flex;align-items:center;justify-content:center;gap:6px;min-width:28px;min-height:28px;padding:0 6px;
margin:0;font:inherit;color:var(--slc-own-label);background:none;border:0;border-radius:6px;cursor:pointer;transition:background-color .12s ease-out}
.slc-pane :is(.slc-hud-btn,.slc-crumb,.slc-menu-item,.slc-btn):hover:not(:disabled){background:var(--slc-own-panel-hover)}
.slc-pane :is(button,input):focus-visible{outline:2px solid var(--slc-own-accent);outline-offset:1px}
.slc-pane .slc-hud-btn:disabled{color:var(--slc-own-faint);opacity:.6;cursor:default}
.slc-pane .slc-hud-btn--scale{min-width:52px;font-variant-numeric:tabular-nums}
.slc-hud--coarse{flex-wrap:wrap;gap:0}
.slc-pane .slc-hud--coarse .slc-hud-btn{min-width:44px;min-height:44px}
.slc-pane .slc-hud-btn{flex:none;white-space:nowrap}
.slc-hud-sep{flex:none;width:1px;height:18px;margin:0 4px;background:var(--slc-own-panel-border)}
.slc-hud-hint{padding:0 8px;color:var(--slc-own-muted);font-size:12px;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.slc-visually-hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
${paintRules()}
.slc-ghost{opacity:.4}
.slc-pane--names :is(.slc-row,.slc-node-rule,.slc-node-entry,.slc-node-exit,.slc-glyph,.slc-node-kind){display:none}
.slc-pane--over .slc-surface{cursor:pointer}
.slc-pane--drawing,.slc-pane--drawing .slc-surface{cursor:crosshair}
.slc-node--active .slc-node-box{filter:drop-shadow(0 0 3px var(--slc-own-active))}
.slc-marks{pointer-events:none}
.slc-outline{fill:none}
.slc-outline--selected,.slc-outline--target{stroke:var(--slc-own-accent)}
.slc-outline--hover{stroke:var(--slc-own-accent);stroke-opacity:.55}
.slc-outline--frame{stroke:var(--slc-own-accent);stroke-opacity:.6}
.slc-outline--error{stroke:var(--slc-own-danger)}
.slc-line-path{fill:none;stroke:var(--slc-mark,var(--slc-own-accent));stroke-width:2.5;stroke-linejoin:round}
.slc-line-path--error,.slc-line--error{--slc-mark:var(--slc-own-danger)}
.slc-line-path--warning,.slc-line--warning{--slc-mark:var(--slc-own-draw-source);stroke-dasharray:4 3}
.slc-line-path--near{stroke-width:1.5;opacity:.75}
.slc-line-path--hover{opacity:.6}
.slc-line--near .slc-line-plate{stroke-width:1}
.slc-line-head{fill:var(--slc-mark,var(--slc-own-accent))}
.slc-line-plate{fill:none;stroke:var(--slc-mark,var(--slc-own-accent));stroke-width:1.5}
.slc-line--hover{opacity:.6}
.slc-line--near{opacity:.75}
.slc-guide{stroke:var(--slc-own-accent);stroke-opacity:.8}
.slc-veil{fill:var(--slc-own-surface);fill-opacity:.6;fill-rule:evenodd;pointer-events:none}
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
.slc-pane .slc-input{width:100%;height:32px;margin:0;padding:0 8px;font:inherit;color:var(--slc-own-label);background:var(--slc-own-surface);
border:1px solid var(--slc-own-panel-border);border-radius:6px;user-select:text;-webkit-user-select:text}
.slc-pane .slc-input::placeholder{color:var(--slc-own-muted);opacity:1}
.slc-refusal{margin:4px 0 0;padding:4px 8px;font-size:12px;color:var(--slc-own-danger);background:var(--slc-own-panel-bg);border-radius:6px}
:is(.slc-picker,.slc-menu){position:absolute;z-index:50;background:linear-gradient(var(--slc-own-panel-bg) 0 0) var(--slc-own-node-fill);border:1px solid var(--slc-own-panel-border);border-radius:10px;
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
.slc-pane[data-coarse] .slc-input{height:44px;font-size:16px}
.slc-peers{position:absolute;inset:0;overflow:hidden;pointer-events:none;z-index:8}
.slc-peer{position:absolute;left:0;top:0;animation:slc-fade 5s linear forwards}
.slc-peer-name{position:absolute;left:12px;top:12px;padding:1px 6px;font-size:11px;font-weight:600;color:#fff;white-space:nowrap;background:var(--slc-peer);border-radius:6px}
.slc-peer-outline{fill:none}
@keyframes slc-fade{0%,80%{opacity:1}100%{opacity:0}}
.slc-outline--warning{stroke:var(--slc-own-draw-source);stroke-dasharray:4 3}
.slc-surface .slc-erd-type{font:10.5px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.slc-pane--names :is(.slc-erd-type,.slc-erd-badge,.slc-erd-role,.slc-erd-state){display:none}
.slc-mark-row{fill:var(--slc-own-accent);fill-opacity:.1;pointer-events:none}
.slc-mark-row--selected{fill-opacity:.18}
.slc-place{stroke:var(--slc-own-accent);stroke-linecap:round}
.slc-pane .slc-hud-btn[aria-pressed=true]{color:var(--slc-own-accent-ink);background:var(--slc-own-accent-fill)}
.slc-inline{position:absolute;z-index:45}
.slc-pane .slc-inline-field{display:block;width:100%;margin:0;padding:0 8px;font:inherit;color:var(--slc-own-label);background:var(--slc-own-node-fill);
border:1px solid var(--slc-own-accent);border-radius:6px;box-shadow:0 2px 8px rgb(2 6 23/.18);user-select:text;-webkit-user-select:text}
.slc-pane .slc-inline-field--mono{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.slc-pane .slc-inline-field--name{font-weight:600;text-align:center}
.slc-inline-field::placeholder{color:var(--slc-own-muted);opacity:1}
.slc-inline-trouble{position:absolute;margin:4px 0 0;padding:4px 8px;min-width:200px;font-size:12px;color:var(--slc-own-danger);background:var(--slc-own-panel-bg);
border:1px solid var(--slc-own-panel-border);border-radius:6px}
.slc-pane[data-coarse] .slc-inline-field{min-height:44px;font-size:16px!important}
.slc-sqd-heads{position:absolute;left:0;top:0;width:100%;overflow:visible;pointer-events:none;z-index:5}
.slc-sqd-heads text{font-family:Inter,ui-sans-serif,system-ui,sans-serif}
.slc-sqd-band{fill:var(--slc-own-surface);fill-opacity:.94}
.slc-sqd-heads--stuck{filter:drop-shadow(0 1px 2px rgb(2 6 23/.18))}
.slc-sqd-line-mark{stroke:var(--slc-own-accent);stroke-opacity:.5}
.slc-sqd-passed path{stroke:var(--slc-own-active)}
.slc-sqd-passed .slc-sqd-passed-head{fill:var(--slc-own-active)}
.slc-sqd-reason{position:absolute;z-index:6;margin:0;padding:4px 8px;max-width:320px;font-size:12px;color:var(--slc-own-danger);background:var(--slc-own-panel-bg);
border:1px solid var(--slc-own-danger);border-radius:6px}
.slc-pane--names .slc-sqd-detail{display:none}
.slc-lines{display:flex;flex-direction:column;gap:1px;margin:0;padding:8px;overflow:auto;font:13px/1.4 Inter,ui-sans-serif,system-ui,sans-serif}
.slc-line{display:flex;align-items:center;gap:6px}
.slc-line-ref{flex:none;min-width:34px;text-align:end;color:var(--slc-own-muted,var(--slc-muted));font-size:11px;font-variant-numeric:tabular-nums}
.slc-line-field{flex:1;min-width:0;height:28px;padding:0 8px;font:inherit;color:inherit;background:none;border:1px solid transparent;border-radius:6px;text-overflow:ellipsis}
.slc-line-field:hover{border-color:var(--slc-panel-border)}
.slc-line-field:focus{border-color:var(--slc-accent);background:var(--slc-node-fill);outline:none}
.slc-line[data-picked] .slc-line-field{background:var(--slc-accent-fill)}
.slc-line-trouble{margin:0 0 4px 40px;font-size:12px;color:var(--slc-danger)}
.slc-line-heading{margin:6px 0 2px 40px;font-size:11px;font-weight:600;color:var(--slc-muted)}
.slc-map-heading{fill:var(--slc-own-muted);font-size:12px;font-weight:600}
.slc-map-link{fill:none;stroke:var(--slc-own-edge);stroke-width:1.4}
.slc-map-label rect{fill:var(--slc-own-chip-fill);stroke:var(--slc-own-chip-stroke)}
.slc-map-label text{fill:var(--slc-own-label);font-size:11px}
.slc-map-box{fill:var(--slc-own-node-fill);stroke:var(--slc-own-node-stroke);stroke-width:1.2}
.slc-map-card foreignObject{pointer-events:none;overflow:hidden}
.slc-map-card p{margin:0;overflow:hidden;white-space:nowrap;text-overflow:ellipsis}
.slc-map-kind{font-size:11px;color:var(--slc-own-accent-ink)}
.slc-map-title{font-size:14px;font-weight:600;color:var(--slc-own-label)}
.slc-map-card .slc-map-none{white-space:normal}
.slc-map-none{padding:24px 8px;text-align:center;font-size:12px;color:var(--slc-own-muted)}
.slc-map-foot{display:flex;align-items:center;gap:6px;height:100%;font-size:11px;color:var(--slc-own-muted)}
.slc-map-counts{flex:1;min-width:0;overflow:hidden;text-overflow:ellipsis}
.slc-map-badge{flex:none;padding:1px 6px;border:1px solid currentColor;border-radius:8px;font-weight:600}
.slc-map-badge--error{color:var(--slc-own-danger)}
.slc-map-badge--warning{color:var(--slc-own-draw-source)}
.slc-map-drawing{pointer-events:none}
.slc-map-actor rect{fill:var(--slc-own-node-fill);stroke:var(--slc-own-node-stroke);stroke-width:1.2}
.slc-map-actor text{fill:var(--slc-own-label);font-size:14px;font-weight:600}
.slc-map-actor .slc-map-quiet{fill:var(--slc-own-muted);font-size:11px;font-weight:400}
.slc-map-quiet{color:var(--slc-own-muted);font-size:12px}
.slc-peek{position:absolute;z-index:48;left:50%;top:50%;transform:translate(-50%,-50%);width:min(720px,calc(100% - 32px));max-height:calc(100% - 32px);display:flex;flex-direction:column;
padding:12px;overflow:auto;background:var(--slc-own-panel-bg);border:1px solid var(--slc-own-panel-border);border-radius:10px;box-shadow:0 8px 24px rgb(2 6 23/.22)}
.slc-peek-head{display:flex;align-items:center;gap:10px}
.slc-peek-head strong{font-size:14px}
.slc-peek-head .slc-map-quiet{flex:1}
.slc-peek-picture{width:100%;min-height:0;margin-top:8px;background:var(--slc-own-surface);border-radius:8px}
@media (forced-colors:active){.slc-pane{forced-color-adjust:none;${forcedColors()}}
.slc-pane .slc-btn--primary{color:HighlightText}
.slc-pane :is(.slc-hud-btn,.slc-crumb,.slc-menu-item,.slc-btn):hover:not(:disabled){outline:1px solid Highlight}
.slc-pane .slc-hud-btn:disabled{opacity:1}}
@media (prefers-reduced-motion:reduce){.slc-pane *{transition:none!important;animation:none!important}}
`;
