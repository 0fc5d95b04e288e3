/** The rules of maps of systems. */
export const SYSTEM_RULES = `
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
`;
