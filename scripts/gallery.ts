/**
 * Draws the gallery: `deno task gallery` writes `gallery/index.html` with the examples, the corpus where it stands beside
 * the checkout, generated machines, and documents of each other kind that are hard to draw, each as SVG and PNG in both
 * themes, entities in both notations. Words after the task choose among the names.
 *
 * @module
 */
import { renderPng } from "@loom/bridge/picture";
import { counted, drawMachine, type PictureTheme, renderSvg } from "@loom/protocol";
import {
  CORPUS,
  EXAMPLES,
  generatedMachines,
  type NamedMachine,
  writtenMachines,
} from "../tests/layout/samples.ts";
import { chainMachine, fanInMachine, levelsMachine, scriptsMachine } from "../tests/layout/graphs/shaped.ts";
import { type PictureSample, pictureSamples } from "../tests/pictures/samples.ts";
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
  {
    name: "Shapes",
    machines: [levelsMachine(), fanInMachine(25), chainMachine(20), scriptsMachine()]
      .map((definition) => ({ name: definition.settings.name ?? "", definition })),
  },
  { name: "Generated, flat", machines: generatedMachines([5, 8, 12, 20, 40, 80, 150, 300], [1], false) },
];

/** A picture of the gallery. */
interface Picture {
  readonly name: string;
  readonly group: string;
  /** The line below the name. */
  readonly counts: string;
  svg(theme: PictureTheme): string;
}

function machinePicture({ name, definition }: NamedMachine, group: string): Picture {
  const { states, edges } = drawMachine(definition);
  const inRows = states.flatMap(({ rows }) => rows.filter(({ id }) => id !== undefined)).length;
  const transitions = inRows + edges.filter(({ kind }) => kind === "transition").length;
  const counts = `${counted(states.length, "state")}, ${counted(transitions, "transition")}`;
  return { name, group, counts, svg: (theme) => renderSvg(definition, { theme, direction: "auto" }) };
}

/** The pictures of a document of another kind: one for each notation. */
function picturesOf({ name, group, kind, definition, links }: PictureSample): Picture[] {
  const { content } = kind;
  if (!content) return [];
  const { notations = [undefined], svg } = content.pictures;
  return notations.map((notation) => ({
    name: notation === undefined ? name : `${name}, ${notation}`,
    group,
    counts: kind.title,
    svg: (theme) => svg(definition, { ...PLAIN, theme, links, notation }),
  }));
}

/** The style of pictures without options. */
const PLAIN = {
  title: undefined,
  active: new Set<string>(),
  actions: false,
  view: "tree",
  columns: undefined,
} as const;

/** Writes the files of a picture. */
async function draw({ name, group, counts, svg: drawn }: Picture): Promise<GalleryEntry> {
  let size = { width: 0, height: 0 };
  for (const theme of GALLERY_THEMES) {
    const svg = drawn(theme);
    size = sizeOf(svg);
    const scale = Math.min(SCALE, Math.sqrt(MOST_PIXELS / (size.width * size.height)));
    const { bytes } = await renderPng(svg, { scale });
    await Deno.writeTextFile(new URL(pictureFile(name, theme, "svg"), FOLDER), svg);
    await Deno.writeFile(new URL(pictureFile(name, theme, "png"), FOLDER), bytes);
  }
  return { name, group, counts, ...size };
}

/** The size that a picture states at its top. */
function sizeOf(svg: string): { width: number; height: number } {
  const top = svg.slice(0, svg.indexOf(">"));
  const read = (attribute: string) =>
    Math.ceil(Number(top.match(new RegExp(` ${attribute}="([\\d.]+)"`))?.[1]));
  return { width: read("width"), height: read("height") };
}

async function main(words: readonly string[]): Promise<void> {
  await Deno.mkdir(FOLDER, { recursive: true });
  const all = [
    ...GROUPS.flatMap(({ name, machines }) => machines.map((machine) => machinePicture(machine, name))),
    ...(await pictureSamples()).flatMap(picturesOf),
  ].filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
  const entries: GalleryEntry[] = [];
  for (const [index, picture] of all.entries()) {
    console.error(`${index + 1} of ${all.length}: ${picture.name}`);
    entries.push(await draw(picture));
  }
  const page = new URL("index.html", FOLDER);
  await Deno.writeTextFile(page, galleryPage(entries));
  console.log(page.pathname);
}

await main(Deno.args);
