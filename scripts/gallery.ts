/**
 * Draws the gallery: `deno task gallery` writes `gallery/index.html` with the examples, the corpus where it stands beside
 * the checkout, and 20 generated machines, each as SVG and PNG in both themes.
 *
 * @module
 */
import { renderPng } from "@loom/bridge/picture";
import { drawMachine, renderSvg } from "@loom/protocol";
import {
  CORPUS,
  EXAMPLES,
  generatedMachines,
  type NamedMachine,
  writtenMachines,
} from "../tests/layout/samples.ts";
import { GALLERY_THEMES, type GalleryEntry, galleryPage, pictureFile } from "./gallery_page.ts";
import { ROOT } from "./repository.ts";

const FOLDER = new URL("gallery/", ROOT);

/** Pixels a world unit, where the picture does not get too large. */
const SCALE = 2;
const MOST_PIXELS = 60_000_000;

interface Group {
  readonly name: string;
  readonly machines: readonly NamedMachine[];
}

const GROUPS: readonly Group[] = [
  { name: "Examples", machines: writtenMachines(EXAMPLES) },
  { name: "Corpus", machines: writtenMachines(CORPUS) },
  {
    name: "Generated, nested",
    machines: generatedMachines([5, 8, 12, 16, 20, 30, 40, 60, 80, 120, 200, 500], [1], true),
  },
  { name: "Generated, flat", machines: generatedMachines([5, 8, 12, 20, 40, 80, 150, 300], [1], false) },
];

/** Writes the pictures of a machine. */
async function draw({ name, definition }: NamedMachine, group: string): Promise<GalleryEntry> {
  const { states, edges } = drawMachine(definition);
  let size = { width: 0, height: 0 };
  for (const theme of GALLERY_THEMES) {
    const svg = renderSvg(definition, { theme });
    size = sizeOf(svg);
    const scale = Math.min(SCALE, Math.sqrt(MOST_PIXELS / (size.width * size.height)));
    const { bytes } = await renderPng(svg, { scale });
    await Deno.writeTextFile(new URL(pictureFile(name, theme, "svg"), FOLDER), svg);
    await Deno.writeFile(new URL(pictureFile(name, theme, "png"), FOLDER), bytes);
  }
  const inRows = states.flatMap(({ rows }) => rows.filter(({ id }) => id !== undefined)).length;
  const transitions = inRows + edges.filter(({ kind }) => kind === "transition").length;
  return { name, group, states: states.length, transitions, ...size };
}

/** The size that a picture states at its top. */
function sizeOf(svg: string): { width: number; height: number } {
  const top = svg.slice(0, svg.indexOf(">"));
  const read = (attribute: string) =>
    Math.ceil(Number(top.match(new RegExp(` ${attribute}="([\\d.]+)"`))?.[1]));
  return { width: read("width"), height: read("height") };
}

async function main(): Promise<void> {
  await Deno.mkdir(FOLDER, { recursive: true });
  const all = GROUPS.flatMap(({ name, machines }) => machines.map((machine) => ({ group: name, machine })));
  const entries: GalleryEntry[] = [];
  for (const [index, { group, machine }] of all.entries()) {
    console.error(`${index + 1} of ${all.length}: ${machine.name}`);
    entries.push(await draw(machine, group));
  }
  const page = new URL("index.html", FOLDER);
  await Deno.writeTextFile(page, galleryPage(entries));
  console.log(page.pathname);
}

await main();
