/**
 * The page of the gallery: every picture in both themes, side by side.
 *
 * @module
 */

/** The themes, in the order in which they stand on the page. */
export const GALLERY_THEMES = ["light", "dark"] as const;

/** One picture of the gallery. */
export interface GalleryEntry {
  /** The name, unique in the gallery. */
  readonly name: string;
  /** Below which heading it stands. */
  readonly group: string;
  /** The line below the name. */
  readonly counts: string;
  /** The size of its pictures, in CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/** The name of a picture's file. */
export function pictureFile(name: string, theme: string, format: "svg" | "png"): string {
  return `${name.replace(/[^\w-]+/g, "_")}.${theme}.${format}`;
}

/**
 * Writes the page. It needs nothing but the pictures that stand beside it.
 *
 * @param entries the pictures; those of one group follow each other under its heading, in the order of their first
 */
export function galleryPage(entries: readonly GalleryEntry[]): string {
  const groups = Map.groupBy(entries, ({ group }) => group);
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Gallery of pictures</title>
<style>
${STYLE}</style>
</head>
<body>
<a class="skip" href="#pictures">Skip to the pictures</a>
<header>
<h1>Gallery of pictures</h1>
<p>${entries.length} pictures in both themes. A picture opens at full size.</p>
</header>
<nav aria-label="Pictures">
${[...groups].map(([group, members]) => navigation(group, members)).join("")}</nav>
<main id="pictures" tabindex="-1">
${[...groups].map(([group, members]) => section(group, members)).join("")}</main>
</body>
</html>
`;
}

function navigation(group: string, entries: readonly GalleryEntry[]): string {
  const links = entries.map(({ name }) => `<li><a href="#${anchor(name)}">${escapeHtml(name)}</a></li>\n`)
    .join("");
  return `<h2>${escapeHtml(group)}</h2>\n<ul>\n${links}</ul>\n`;
}

function section(group: string, entries: readonly GalleryEntry[]): string {
  return `<h2>${escapeHtml(group)}</h2>\n${entries.map(article).join("")}`;
}

function article(entry: GalleryEntry): string {
  const { name, counts } = entry;
  return `<article id="${anchor(name)}">
<h3>${escapeHtml(name)}</h3>
<p>${escapeHtml(counts)}</p>
<div class="pair">
${GALLERY_THEMES.map((theme) => figure(entry, theme)).join("")}</div>
</article>
`;
}

function figure({ name, width, height }: GalleryEntry, theme: string): string {
  const [svg, png] = [pictureFile(name, theme, "svg"), pictureFile(name, theme, "png")];
  return `<figure class="${theme}">
<a href="${svg}"><img src="${svg}" width="${width}" height="${height}" loading="lazy" alt="${
    escapeHtml(name)
  }, ${theme} theme"></a>
<figcaption>${theme} <a href="${svg}">SVG</a> <a href="${png}">PNG</a></figcaption>
</figure>
`;
}

function anchor(name: string): string {
  return name.replace(/[^\w-]+/g, "_");
}

function escapeHtml(text: string): string {
  const named: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.replace(/[&<>"]/g, (character) => named[character] ?? character);
}

const STYLE = `:root { color-scheme: light dark; }
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 1.5rem; max-width: 120rem;
  font: 1rem/1.5 Inter, system-ui, sans-serif;
  background: light-dark(#f8fafc, #0b1120); color: light-dark(#0f172a, #e2e8f0);
}
h1 { margin: 0; font-size: 1.75rem; }
h2 { margin: 2.5rem 0 0.5rem; font-size: 1.125rem; }
h3 { margin: 0; font-size: 1rem; }
p, figcaption { margin: 0; color: light-dark(#475569, #94a3b8); font-size: 0.875rem; }
nav h2 { margin-top: 1.25rem; font-size: 0.875rem; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; margin: 0; padding: 0; list-style: none; }
a { color: light-dark(#1d4ed8, #93c5fd); }
a:focus-visible, main:focus-visible { outline: 3px solid light-dark(#1d4ed8, #93c5fd); outline-offset: 2px; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: 1rem; }
article { margin: 1.5rem 0 2.5rem; scroll-margin-top: 1rem; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; margin-top: 0.75rem; }
figure { margin: 0; min-width: 0; }
figure > a { display: block; border: 1px solid light-dark(#cbd5e1, #334155); border-radius: 0.5rem; overflow: hidden; }
figure.light > a { background: #f8fafc; }
figure.dark > a { background: #030712; }
img { display: block; width: auto; height: auto; max-width: 100%; max-height: 90vh; margin: 0 auto; }
figcaption { padding-top: 0.25rem; }
@media (max-width: 48rem) {
  body { padding: 1rem; }
  .pair { grid-template-columns: 1fr; }
}
`;
