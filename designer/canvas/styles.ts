import { BOARD_RULES } from "./board_rules.ts";
import { ERD_RULES } from "./erd/styles.ts";
import { SEQUENCE_RULES } from "./sequence/styles.ts";
import { SYSTEM_RULES } from "./system/styles.ts";
import { ownVariables, paintRules } from "./theme.ts";

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
.slc-far{position:absolute;left:0;top:0;transform-origin:0 0;pointer-events:none}
.slc-pane--held,.slc-pane--held *{cursor:grab!important}
.slc-pane--panning,.slc-pane--panning *,.slc-pane--dragging.slc-pane--moving *{cursor:grabbing!important}
.slc-pane--panning .slc-world,.slc-pane--pinching .slc-world{pointer-events:none}
.slc-world text{pointer-events:none;font-family:Inter,ui-sans-serif,system-ui,sans-serif}
.slc-hud{position:absolute;left:12px;bottom:12px;z-index:10;display:flex;align-items:center;gap:2px;padding:3px;max-width:calc(100% - 24px);
background:var(--slc-own-panel-bg);border:1px solid var(--slc-own-panel-border);border-radius:10px;box-shadow:0 2px 8px rgb(2 6 23/.14)}
.slc-pane :is(.slc-hud-btn,.slc-crumb,.slc-menu-item,.slc-btn){display:inline-flex;align-items:center;justify-content:center;gap:6px;min-width:28px;min-height:28px;padding:0 6px;
margin:0;font:inherit;color:var(--slc-own-label);background:none;border:0;border-radius:6px;cursor:pointer;transition:background-color .12s ease-out}
.slc-pane :is(.slc-hud-btn,.slc-crumb,.slc-menu-item,.slc-btn):hover:not(:disabled){background:var(--slc-own-panel-hover)}
.slc-pane :is(button,input):focus-visible{outline:2px solid var(--slc-own-accent);outline-offset:1px}
.slc-pane .slc-hud-btn:disabled{color:var(--slc-own-faint);opacity:.6;cursor:default}
.slc-pane .slc-hud-btn--scale{min-width:52px;font-variant-numeric:tabular-nums}
.slc-pane .slc-hud--coarse .slc-hud-btn{min-width:44px;min-height:44px}
.slc-hud-sep{width:1px;height:18px;margin:0 4px;background:var(--slc-own-panel-border)}
.slc-hud-hint{padding:0 8px;color:var(--slc-own-muted);font-size:12px;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.slc-visually-hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
${paintRules()}
${BOARD_RULES}
${ERD_RULES}
${SEQUENCE_RULES}
${SYSTEM_RULES}
@media (forced-colors:active){.slc-pane{forced-color-adjust:none;--slc-own-surface:Canvas;--slc-own-node-fill:Canvas;--slc-own-composite-fill:Canvas;--slc-own-final-fill:Canvas;
--slc-own-node-stroke:CanvasText;--slc-own-edge:CanvasText;--slc-own-label:CanvasText;--slc-own-muted:CanvasText;--slc-own-faint:GrayText;--slc-own-accent:Highlight;
--slc-own-accent-fill:Canvas;--slc-own-accent-ink:Highlight;--slc-own-chip-fill:Canvas;--slc-own-chip-stroke:CanvasText;--slc-own-panel-bg:Canvas;--slc-own-panel-border:CanvasText;--slc-own-panel-hover:Canvas}}
@media (prefers-reduced-motion:reduce){.slc-pane *{transition:none!important;animation:none!important}}
`;
