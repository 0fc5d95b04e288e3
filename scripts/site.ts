/**
 * Builds a static site of the documentation: `deno task site` writes it to `dist/site/`. Every page stands where it stands in the
 * repository, so that links and pictures work in both.
 *
 * @module
 */
import { marked, Renderer } from "marked";
import { ROOT } from "./repository.ts";

/** A page of the site. */
export interface SitePage {
  /** Its path in the site, such as `docs/tutorial.html`. */
  readonly path: string;
  readonly html: string;
}

interface Section {
  readonly title: string;
  readonly pages: readonly string[];
}

/** The pages, in the order of the menu. */
const SECTIONS: readonly Section[] = [
  { title: "Start", pages: ["README.md", "docs/README.md", "docs/tutorial.md", "docs/tutorial_agent.md"] },
  {
    title: "How to",
    pages: [
      "docs/how_to/import_export.md",
      "docs/how_to/program.md",
      "docs/how_to/ci.md",
      "docs/how_to/together.md",
      "docs/how_to/system.md",
      "plugin/README.md",
      "plugin/vscode/README.md",
    ],
  },
  {
    title: "Reference",
    pages: [
      "cli/COMMANDS.md",
      "mcp/TOOLS.md",
      "mcp/README.md",
      "mcp/HTTP.md",
      "mcp/REVISION_2026.md",
      "engine/FORMAT.md",
      "protocol/erd/README.md",
      "protocol/sequence/README.md",
      "protocol/system/README.md",
      "engine/RULES.md",
      "engine/EXPRESSIONS.md",
      "engine/TESTING.md",
      "engine/EXCHANGE.md",
      "engine/CODEGEN.md",
      "engine/RUNTIME.md",
      "engine/RISPEC.md",
      "protocol/PICTURES.md",
      "protocol/MERMAID.md",
      "protocol/REBASE.md",
      "protocol/WIRE.md",
      "bridge/narrative/HTTP.md",
    ],
  },
  {
    title: "Explanation",
    pages: [
      "engine/SEMANTICS.md",
      "engine/REPLAY.md",
      "docs/explanation/live_editing.md",
      "hub/SYNC.md",
      "docs/explanation/security.md",
      "docs/explanation/scaling_out.md",
      "protocol/LAYOUT.md",
      "ARCHITECTURE.md",
      "docs/comparison.md",
    ],
  },
];

/** Pages that others link to, outside of the menu. */
const UNLISTED = ["CONTRIBUTING.md", "CHANGELOG.md", "THIRD_PARTY_LICENSES.md", "examples/README.md"];

/** Files of other kinds that pages link to lead to the repository's text, as plain pages. */
const PLAIN = /\.(?:json|ts|tsx|js|py|sh|mmd)$|(?:^|\/)(?:LICENSE|Dockerfile)$/;

/** Builds the site into a folder; gives its pages. */
export async function buildSite(target: string): Promise<readonly SitePage[]> {
  const listed = [...SECTIONS.flatMap(({ pages }) => pages), ...UNLISTED];
  const sources = new Set(listed);
  const pages: SitePage[] = [];
  for (const source of sources) {
    const text = await Deno.readTextFile(new URL(source, ROOT));
    const linked = new Set<string>();
    const html = pageHtml(source, text, linked);
    for (const path of linked) {
      if (path.endsWith(".md")) sources.add(path);
      else await copyAsset(path, target);
    }
    pages.push({ path: pagePath(source), html });
  }
  for (const { path, html } of pages) await write(`${target}/${path}`, html);
  await write(
    `${target}/index.html`,
    '<meta charset="utf-8"><meta http-equiv="refresh" content="0; url=README.html">',
  );
  return pages;
}

async function copyAsset(path: string, target: string): Promise<void> {
  const source = new URL(path, ROOT);
  const { isDirectory } = await Deno.stat(source);
  if (isDirectory) return;
  if (!PLAIN.test(path)) return await write(`${target}/${path}`, await Deno.readFile(source));
  const text = `<pre><code>${escaped(await Deno.readTextFile(source))}</code></pre>`;
  await write(`${target}/${pagePath(path)}`, shell(path, path, text));
}

async function write(path: string, content: string | Uint8Array): Promise<void> {
  await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
  if (typeof content === "string") await Deno.writeTextFile(path, content);
  else await Deno.writeFile(path, content);
}

/** The path of a page in the site. */
function pagePath(source: string): string {
  return source.endsWith(".md") ? source.replace(/\.md$/, ".html") : `${source}.html`;
}

/** @param linked Takes the files of the repository that the page leads to. */
function pageHtml(source: string, text: string, linked: Set<string>): string {
  const slugs = new Map<string, number>();
  const renderer = new Renderer();
  renderer.heading = function ({ tokens, depth }) {
    const plain = this.parser.parseInline(tokens, this.parser.textRenderer);
    return `<h${depth} id="${slug(plain, slugs)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
  };
  renderer.link = function ({ href, tokens }) {
    const words = this.parser.parseInline(tokens);
    const target = siteHref(source, href, linked);
    return target === undefined ? words : `<a href="${escaped(target)}">${words}</a>`;
  };
  renderer.image = ({ href, text }) =>
    `<img src="${escaped(siteHref(source, href, linked) ?? href)}" alt="${escaped(text)}">`;
  const front = /^---\n.*?\n---\n/s;
  const body = marked.parse(text.replace(front, ""), { renderer, async: false })
    .replaceAll(/(srcset|src)="((?!https?:)[^"]+)"/g, (_, name: string, href: string) => {
      return `${name}="${siteHref(source, href, linked) ?? href}"`;
    })
    .replaceAll("<table>", '<div class="wide"><table>').replaceAll("</table>", "</table></div>");
  return shell(source, titleOf(text, source), body);
}

/** The ids of headings as forges make them. */
function slug(text: string, used: Map<string, number>): string {
  const base = text.toLowerCase().replace(/&[a-z#0-9]+;/g, "").replace(/[^\p{L}\p{N}_ -]/gu, "").replaceAll(
    " ",
    "-",
  );
  const count = used.get(base) ?? 0;
  used.set(base, count + 1);
  return count === 0 ? base : `${base}-${count}`;
}

/** A link of the repository as one of the site; `undefined` for a folder without a page. */
function siteHref(source: string, href: string, linked: Set<string>): string | undefined {
  if (/^(?:[a-z]+:|#)/.test(href)) return href;
  const { pathname, hash } = new URL(href, `file:///${source}`);
  const path = decodeURIComponent(pathname.slice(1));
  // A folder is its first page.
  const file = path.endsWith("/") || !/\.\w+$|LICENSE$|Dockerfile$/.test(path)
    ? `${path.replace(/\/$/, "")}/README.md`
    : path;
  if (!exists(file)) return undefined;
  linked.add(file);
  const target = file.endsWith(".md") || PLAIN.test(file) ? pagePath(file) : file;
  return `${"../".repeat(source.split("/").length - 1)}${target}${hash}`;
}

function exists(path: string): boolean {
  try {
    return Deno.statSync(new URL(path, ROOT)).isFile;
  } catch {
    return false;
  }
}

function titleOf(text: string, source: string): string {
  return (/^# (.+)$/m.exec(text)?.[1] ?? source).replaceAll(/[`*]|\[([^\]]*)\]\([^)]*\)/g, "$1");
}

function shell(source: string, title: string, body: string): string {
  const up = "../".repeat(source.split("/").length - 1);
  const menu = SECTIONS.map(({ title, pages }) => {
    const rows = pages.map((page) => {
      const current = page === source ? ' aria-current="page"' : "";
      return `<li><a href="${up}${pagePath(page)}"${current}>${escaped(menuTitle(page))}</a></li>`;
    });
    return `<h2>${title}</h2><ul>${rows.join("")}</ul>`;
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} · The loom</title>
<style>${STYLE}</style>
<a class="skip" href="#content">Skip to the content</a>
<details class="menu" open><summary>Contents</summary><nav aria-label="Pages">${menu.join("")}</nav></details>
<main id="content">
${body}
</main>
</html>
`;
}

const titles = new Map<string, string>();

function menuTitle(page: string): string {
  const known = titles.get(page);
  if (known !== undefined) return known;
  const title = titleOf(Deno.readTextFileSync(new URL(page, ROOT)), page);
  titles.set(page, title);
  return title;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

const STYLE = `
:root { --surface: #f8fafc; --panel: #fff; --line: #dfe7f0; --text: #0f172a; --muted: #475569; --accent: #2563eb; }
@media (prefers-color-scheme: dark) {
  :root { --surface: #0b0f19; --panel: #141b2d; --line: #222d46; --text: #e8edf7; --muted: #a9b6cf; --accent: #4f8cff; }
}
* { box-sizing: border-box; }
body { margin: 0; display: grid; grid-template-columns: 260px minmax(0, 1fr); color: var(--text); background: var(--surface);
  font: 16px/1.6 Inter, system-ui, sans-serif; }
.skip { position: absolute; left: -999px; } .skip:focus { left: 8px; top: 8px; }
.menu { border-right: 1px solid var(--line); background: var(--panel); padding: 20px; height: 100vh; overflow: auto;
  position: sticky; top: 0; font-size: 14px; }
.menu summary { display: none; }
.menu h2 { margin: 16px 0 4px; font-size: 12px; color: var(--muted); } .menu ul { list-style: none; margin: 0; padding: 0; }
.menu a { display: block; padding: 2px 8px; border-radius: 6px; color: inherit; text-decoration: none; }
.menu a:hover { background: var(--surface); } .menu a[aria-current] { color: var(--accent); font-weight: 600; }
main { padding: 32px clamp(16px, 5vw, 64px) 96px; max-width: 960px; }
h1 { font-size: 30px; line-height: 1.2; margin: 0 0 16px; } h2 { margin-top: 40px; font-size: 21px; } h3 { margin-top: 28px; font-size: 17px; }
a { color: var(--accent); }
code { font: 0.875em ui-monospace, monospace; background: var(--panel); border: 1px solid var(--line); border-radius: 4px; padding: 1px 4px; }
pre { overflow: auto; background: var(--panel); border: 1px solid var(--line); border-radius: 8px; padding: 12px 16px; line-height: 1.45; }
pre code { border: 0; padding: 0; }
.wide { overflow: auto; } table { border-collapse: collapse; font-size: 14px; } th, td { text-align: left; vertical-align: top;
  padding: 6px 12px; border-bottom: 1px solid var(--line); }
img { max-width: 100%; } blockquote { margin: 0; padding-left: 16px; border-left: 3px solid var(--accent); color: var(--muted); }
@media (max-width: 800px) { body { display: block; } .menu { position: static; height: auto; border: 0; padding: 12px 16px; }
  .menu summary { display: block; cursor: pointer; } }
`;

if (import.meta.main) {
  const target = new URL("dist/site", ROOT).pathname;
  const pages = await buildSite(target);
  console.log(`${target}: ${pages.length} pages`);
}
