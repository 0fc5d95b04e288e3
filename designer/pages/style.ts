import { CANVAS_STYLES } from "../canvas/styles.ts";
import { CANVAS_THEME_KEYS, CANVAS_THEME_VARS, CANVAS_THEMES, type ThemeName } from "@loom/protocol";

/** The colours of the three views, which stand beside their names and never alone. */
const VIEW_COLORS: Readonly<Record<ThemeName, string>> = {
  light: "--engineer:#1d4ed8;--ceremony:#b45309;--story:#7e22ce",
  dark: "--engineer:#60a5fa;--ceremony:#fbbf24;--story:#c084fc",
};

function variablesOf(theme: ThemeName): string {
  const colors = CANVAS_THEME_KEYS.map((key) => `${CANVAS_THEME_VARS[key]}:${CANVAS_THEMES[theme][key]}`);
  return [...colors, VIEW_COLORS[theme]].join(";");
}

/** The style sheet of the pages: the colours of pictures, light or dark as the reader's system has it. */
export const STYLE = `
@font-face{font-family:Inter;src:url(/assets/inter.woff2) format("woff2");font-weight:100 900;font-display:swap}
:root{color-scheme:light dark;${variablesOf("light")}}
@media (prefers-color-scheme:dark){:root{${variablesOf("dark")}}}
*{box-sizing:border-box}
body{margin:0;overflow-wrap:anywhere;background:var(--slc-surface);color:var(--slc-label);font:16px/1.5 Inter,ui-sans-serif,system-ui,sans-serif}
h1{font-size:1.15rem;margin:0}
h2{font-size:.95rem;margin:0 0 .35rem}
p{margin:0}
a{color:var(--slc-accent)}
:focus-visible{outline:2px solid var(--slc-accent);outline-offset:2px}
.quiet,.legend,.hearing{color:var(--slc-muted);font-size:.875rem}
.visually-hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.top{display:flex;flex-wrap:wrap;gap:.25rem 1rem;align-items:baseline;padding:.75rem 1rem;border-bottom:1px solid var(--slc-panel-border)}
.top a{margin-left:auto}
.page{display:grid;grid-template-columns:minmax(0,1fr)}
.board{overflow:auto;padding:1rem}
.board svg{display:block;max-width:100%;height:auto;margin:auto}
.board .in-hand>:is(rect,path,circle){stroke:var(--slc-accent)!important;stroke-width:4px}
.wishes{position:sticky;top:0;z-index:1}
.wish{margin-bottom:.75rem;padding:.5rem .75rem;background:var(--slc-panel-bg);border:1px solid var(--slc-accent);border-radius:.4rem}
.panel{display:grid;gap:1.25rem;align-content:start;padding:1rem;border-top:1px solid var(--slc-panel-border)}
.hearing::before{content:"";display:inline-block;width:.6em;height:.6em;margin-right:.5em;border-radius:50%;background:var(--slc-faint)}
.hearing[data-hearing=stream]::before{background:var(--slc-active)}
.hearing:is([data-hearing=away],[data-hearing=locked])::before{background:var(--slc-danger)}
.acts{position:relative;height:.75rem;margin:.25rem 0;border-radius:.4rem;background:var(--slc-chip-fill);border:1px solid var(--slc-chip-stroke);overflow:hidden}
.acts-done{position:absolute;inset:0 auto 0 0;background:var(--slc-active)}
.acts-mark{position:absolute;top:0;bottom:0;width:2px;background:var(--slc-label)}
.gauge{display:flex;gap:2px;height:.75rem;border-radius:.4rem;overflow:hidden;background:var(--slc-chip-fill)}
.gauge-part{flex-basis:0}
.engineer{--view:var(--engineer)}.ceremony{--view:var(--ceremony)}.story_engine{--view:var(--story)}
.gauge-part,.dot{background:var(--view)}
.dot{display:inline-block;width:.7em;height:.7em;border-radius:50%}
.legend{display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin:.35rem 0 0;padding:0;list-style:none}
.filters{display:flex;flex-wrap:wrap;gap:.5rem 1rem}
label{display:inline-flex;gap:.5rem;align-items:center;font-size:.875rem}
select,input,button{font:inherit;max-width:100%;min-height:2.25rem;padding:.25rem .6rem;color:inherit;background:var(--slc-panel-bg);border:1px solid var(--slc-edge);border-radius:.4rem}
.feed{display:grid;gap:.6rem;margin:0;padding:0;list-style:none}
.beat{padding:.6rem .75rem;background:var(--slc-panel-bg);border:1px solid var(--slc-panel-border);border-left:4px solid var(--view,var(--slc-accent));border-radius:.4rem}
.beat-head{display:flex;flex-wrap:wrap;gap:.25rem .6rem;align-items:center;font-size:.875rem;color:var(--slc-muted)}
.chip{padding:0 .5rem;color:var(--slc-label);background:var(--slc-chip-fill);border:1px solid var(--slc-chip-stroke);border-radius:1rem}
.beat-content{margin:.25rem 0}
.intents{display:flex;flex-wrap:wrap;gap:.1rem 1rem;margin:0;font-size:.875rem}
.intents div{display:flex;gap:.35rem}
.intents dt{color:var(--slc-muted)}
.intents dd{margin:0}
.card{display:grid;gap:1rem;max-width:32rem;margin:10vh auto;padding:1.25rem}
.card form{display:grid;gap:1rem}
.card label{display:grid}
.complaint{color:var(--slc-danger)}
.top a+a{margin-left:0}
@media (pointer:coarse){select,input,button,.plain{min-height:2.75rem;font-size:1rem}}
@media (forced-colors:active){.hearing::before,.acts>*,.gauge-part,.dot{forced-color-adjust:none}}
@media (min-width:56rem){
html,body{height:100%}
body{display:grid;grid-template-rows:auto minmax(0,1fr)}
body>.card{align-self:start}
#page,.page{height:100%;min-height:0}
.page.live{grid-template-columns:minmax(0,1fr) minmax(20rem,28rem)}
.board,.panel{height:100%;overflow:auto}
.panel{border-top:0;border-left:1px solid var(--slc-panel-border)}
}
${CANVAS_STYLES}`;
