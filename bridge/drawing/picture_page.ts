/**
 * A picture as one HTML file that needs nothing else: it is moved, zoomed and searched, and a walk is gone through step by step.
 *
 * @param svg The picture, with addresses of its elements.
 * @param title The title of the page.
 */
export function picturePage(svg: string, title: string): string {
  const theme = /slc-picture--(light|dark)/.exec(svg)?.[1] ?? "auto";
  return `<!doctype html>
<html lang="en" class="${theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="${theme === "auto" ? "light dark" : theme}">
<title>${title.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</title>
<style>${STYLE}</style>
</head>
<body>
<header role="toolbar" aria-label="Picture">
<label><span>Search</span> <input id="loom-search" type="search" list="loom-names" autocomplete="off"></label>
<datalist id="loom-names"></datalist>
<output id="loom-found" aria-live="polite"></output>
<span id="loom-steps" hidden><button id="loom-back" aria-label="Step back">◀</button>
<output id="loom-step"></output> <button id="loom-next" aria-label="Next step">▶</button></span>
<button id="loom-out" aria-label="Zoom out">−</button><output id="loom-scale"></output>
<button id="loom-in" aria-label="Zoom in">+</button><button id="loom-fit">Fit</button>
</header>
<main id="loom-pane" tabindex="0" aria-label="Picture: arrows move it, + and − zoom, 0 fits it">
<div id="loom-world">
${svg.trim()}
</div>
</main>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

const DARK = "--surface: #0b0f19; --line: #3b4a6b; --text: #e8edf7; --accent: #4f8cff;";

const STYLE = `
:root { --surface: #f8fafc; --line: #cbd5e1; --text: #0f172a; --accent: #2563eb; }
@media (prefers-color-scheme: dark) { .auto { ${DARK} } }
.dark { ${DARK} }
* { box-sizing: border-box; }
body { margin: 0; height: 100dvh; display: flex; flex-direction: column; background: var(--surface); color: var(--text);
  font: 14px Inter, system-ui, sans-serif; }
header { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; padding: 8px 12px; border-bottom: 1px solid var(--line); }
input, button { font: inherit; color: inherit; background: none; border: 1px solid var(--line); border-radius: 6px; padding: 4px 10px;
  min-height: 32px; }
#loom-found { flex: 1 1 160px; }
#loom-found:empty { flex-basis: 0; }
#loom-scale { min-width: 4ch; text-align: center; }
main { flex: 1; overflow: hidden; cursor: grab; touch-action: none; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
#loom-world { transform-origin: 0 0; width: max-content; }
#loom-world svg { display: block; }
.loom-hit > :is(rect, path, circle, ellipse) { stroke: var(--accent) !important; stroke-width: 3 !important; }
.loom-dim .slc-step:not(.loom-now) { opacity: 0.25; }
`;

/** Plain JavaScript, as it goes into the page. */
const SCRIPT = `
(() => {
  const at = (id) => document.getElementById("loom-" + id);
  const pane = at("pane"), world = at("world"), svg = world.querySelector("svg");
  const size = { width: svg.width.baseVal.value, height: svg.height.baseVal.value };
  let view = { x: 0, y: 0, scale: 1 };
  const show = () => {
    world.style.transform = "translate(" + view.x + "px," + view.y + "px) scale(" + view.scale + ")";
    at("scale").textContent = Math.round(view.scale * 100) + " %";
  };
  const fit = () => {
    const scale = Math.min(pane.clientWidth / size.width, pane.clientHeight / size.height, 1);
    view = { scale, x: (pane.clientWidth - size.width * scale) / 2, y: Math.max(0, (pane.clientHeight - size.height * scale) / 2) };
    show();
  };
  const zoom = (factor, x = pane.clientWidth / 2, y = pane.clientHeight / 2) => {
    const scale = Math.min(8, Math.max(0.05, view.scale * factor)), by = scale / view.scale;
    view = { scale, x: x - (x - view.x) * by, y: y - (y - view.y) * by };
    show();
  };
  const move = (x, y) => { view = { ...view, x: view.x + x, y: view.y + y }; show(); };
  const placeOf = (event) => {
    const { left, top } = pane.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  };
  pane.addEventListener("wheel", (event) => {
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) zoom(Math.exp(-event.deltaY * 0.0025), ...placeOf(event));
    else move(-event.deltaX, -event.deltaY);
  }, { passive: false });
  const held = new Map();
  pane.addEventListener("pointerdown", (event) => { held.set(event.pointerId, placeOf(event)); pane.setPointerCapture(event.pointerId); });
  pane.addEventListener("pointermove", (event) => {
    const before = held.get(event.pointerId);
    if (!before) return;
    const now = placeOf(event);
    const other = [...held].find(([id]) => id !== event.pointerId)?.[1];
    held.set(event.pointerId, now);
    if (!other) return move(now[0] - before[0], now[1] - before[1]);
    const span = (from) => Math.max(1, Math.hypot(from[0] - other[0], from[1] - other[1]));
    zoom(span(now) / span(before), ...other);
  });
  for (const name of ["pointerup", "pointercancel"]) pane.addEventListener(name, (event) => held.delete(event.pointerId));
  pane.addEventListener("keydown", (event) => {
    const keys = { ArrowLeft: () => move(48, 0), ArrowRight: () => move(-48, 0), ArrowUp: () => move(0, 48), ArrowDown: () => move(0, -48),
      "+": () => zoom(1.25), "=": () => zoom(1.25), "-": () => zoom(0.8), 0: fit };
    if (event.ctrlKey || event.metaKey || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });
  at("in").onclick = () => zoom(1.25);
  at("out").onclick = () => zoom(0.8);
  at("fit").onclick = fit;
  addEventListener("resize", fit);
  // Texts are readable at this scale.
  const READABLE = 0.8;
  const center = (element) => {
    const frame = pane.getBoundingClientRect();
    let box = element.getBoundingClientRect();
    const room = 0.9 * view.scale * Math.min(frame.width / Math.max(box.width, 1), frame.height / Math.max(box.height, 1));
    if (view.scale < READABLE && view.scale < room) zoom(Math.min(READABLE, room) / view.scale);
    box = element.getBoundingClientRect();
    move(frame.left + frame.width / 2 - box.left - box.width / 2, frame.top + frame.height / 2 - box.top - box.height / 2);
  };
  const mark = (elements) => {
    for (const one of world.querySelectorAll(".loom-hit")) one.classList.remove("loom-hit");
    for (const one of elements) one.classList.add("loom-hit");
    pane.scrollTo(0, 0);
  };
  const elements = [...world.querySelectorAll("g[id]")];
  const nameOf = (element) => (element.querySelector("title")?.textContent || element.id).split("\\n")[0];
  for (const element of elements) at("names").append(new Option(nameOf(element)));
  let hits = [], hit = 0;
  const showHit = () => {
    const name = hits[hit] && nameOf(hits[hit]);
    if (name) center(hits[hit]);
    at("found").textContent = hits.length > 1 ? hit + 1 + " of " + hits.length + ": " + name : name ?? (at("search").value.trim() && "0 found");
  };
  at("search").addEventListener("input", ({ target: { value } }) => {
    const words = value.trim().toLowerCase();
    const distance = (one) => [one.id, nameOf(one)].some((name) => name.toLowerCase() === words) ? 0 : 1;
    hits = words === "" ? [] : elements.filter((one) => (one.id + " " + one.textContent).toLowerCase().includes(words))
      .sort((one, other) => distance(one) - distance(other));
    hit = 0;
    mark(hits);
    showHit();
  });
  at("search").addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || hits.length === 0) return;
    event.preventDefault();
    hit = (hit + (event.shiftKey ? hits.length - 1 : 1)) % hits.length;
    showHit();
  });
  const follow = () => {
    const element = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (element && world.contains(element)) {
      mark([element]);
      center(element);
    }
  };
  addEventListener("hashchange", follow);
  // Browsers scroll to an address by themselves; here the view moves.
  pane.addEventListener("scroll", () => pane.scrollTo(0, 0));
  const steps = new Map();
  for (const badge of world.querySelectorAll(".slc-step")) {
    for (const number of badge.textContent.split(",")) steps.set(Number(number), badge);
  }
  if (steps.size > 0) {
    let now = 0;
    const go = (by) => {
      now = Math.min(steps.size, Math.max(0, now + by));
      world.classList.toggle("loom-dim", now > 0);
      for (const [number, badge] of steps) badge.classList.toggle("loom-now", steps.get(now) === badge && number > 0);
      at("step").textContent = now === 0 ? steps.size + " steps" : "Step " + now + " of " + steps.size;
      if (now > 0) center(steps.get(now));
    };
    at("steps").hidden = false;
    at("back").onclick = () => go(-1);
    at("next").onclick = () => go(1);
    go(0);
  }
  fit();
  follow();
})();
`;
