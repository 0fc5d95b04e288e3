/** The rules of scenarios. */
export const SEQUENCE_RULES = `
.slc-sqd-heads{position:absolute;left:0;top:0;width:100%;overflow:visible;pointer-events:none;z-index:5}
.slc-sqd-heads text{font-family:Inter,ui-sans-serif,system-ui,sans-serif}
.slc-sqd-band{fill:var(--slc-own-surface);fill-opacity:.94}
.slc-sqd-heads--stuck{filter:drop-shadow(0 1px 2px rgb(2 6 23/.18))}
.slc-sqd-line-mark{stroke:var(--slc-own-accent);stroke-opacity:.5}
.slc-outline--warning{stroke:var(--slc-own-draw-source);stroke-dasharray:4 3}
.slc-sqd-passed path{stroke:var(--slc-own-active)}
.slc-sqd-passed .slc-sqd-passed-head{fill:var(--slc-own-active)}
.slc-sqd-reason{position:absolute;z-index:6;margin:0;padding:4px 8px;max-width:320px;font-size:12px;color:var(--slc-own-danger);background:var(--slc-own-panel-bg);
border:1px solid var(--slc-own-danger);border-radius:6px}
.slc-pane--names .slc-sqd-detail{display:none}
.slc-lines{display:flex;flex-direction:column;gap:1px;margin:0;padding:8px;overflow:auto;font:13px/1.4 Inter,ui-sans-serif,system-ui,sans-serif}
.slc-line{display:flex;align-items:center;gap:6px}
.slc-line-ref{flex:none;min-width:34px;text-align:end;color:var(--slc-own-muted,var(--slc-muted));font-size:11px;font-variant-numeric:tabular-nums}
.slc-line-field{flex:1;min-width:0;height:28px;padding:0 8px;font:inherit;color:inherit;background:none;border:1px solid transparent;border-radius:6px}
.slc-line-field:hover{border-color:var(--slc-panel-border)}
.slc-line-field:focus{border-color:var(--slc-accent);background:var(--slc-node-fill);outline:none}
.slc-line[data-picked] .slc-line-field{background:var(--slc-accent-fill)}
.slc-line-trouble{margin:0 0 4px 40px;font-size:12px;color:var(--slc-danger)}
.slc-line-heading{margin:6px 0 2px 40px;font-size:11px;font-weight:600;color:var(--slc-muted)}
`;
