import { type FontFile, readFontFile } from "./font_file.ts";

/** Limits of the search, so that a strange folder cannot delay a picture. */
const LIMITS = { depth: 5, entries: 20_000, fonts: 3000, chosen: 4, bytes: 64_000_000 } as const;

const FONT_NAME = /\.(?:ttf|otf|ttc)$/i;

/** Cuts that a plain text does not have; a font whose name has none of these is taken first. */
const SPECIAL_CUT =
  /bold|black|heavy|light|thin|medium|italic|oblique|condensed|narrow|wide|mono|serif|display|small|caption/gi;

/** Fonts of the family that is shipped could be drawn in its place. */
const SHIPPED = /^inter(?![a-z])/i;

/** Fonts of the host, and what they leave without a glyph. */
export interface SystemFonts {
  /** The font files, the one that covers most first. */
  readonly fonts: readonly Uint8Array[];
  /** The code points that none of them has. */
  readonly missing: ReadonlySet<number>;
}

/** The last answer: pictures of one document ask for the same again and again. */
let last: { readonly key: string; readonly found: SystemFonts } | undefined;

/**
 * Finds fonts of the host for characters that the shipped font does not have: the fewest that cover most of them.
 * Files that need a permission prompt are skipped.
 *
 * @param characters the code points
 * @param folders where to look
 */
export async function systemFonts(
  characters: ReadonlySet<number>,
  folders: readonly string[],
): Promise<SystemFonts> {
  const key = JSON.stringify([[...characters].sort((a, b) => a - b), folders]);
  if (last?.key === key) return last.found;
  const found = await chosenFonts(characters, folders);
  last = { key, found };
  return found;
}

async function chosenFonts(
  characters: ReadonlySet<number>,
  folders: readonly string[],
): Promise<SystemFonts> {
  const candidates = await coveringFonts(characters, folders);
  const missing = new Set(characters);
  const fonts: Uint8Array[] = [];
  let room: number = LIMITS.bytes;
  while (missing.size > 0 && fonts.length < LIMITS.chosen) {
    const best = mostCovering(candidates.filter(({ font }) => font.size <= room), missing);
    if (best === undefined) break;
    const bytes = await Deno.readFile(best.font.path).catch(() => undefined);
    candidates.splice(candidates.indexOf(best), 1);
    if (bytes === undefined) continue;
    fonts.push(bytes);
    room -= bytes.length;
    for (const codePoint of best.covered) missing.delete(codePoint);
  }
  return { fonts, missing };
}

interface Candidate {
  readonly font: FontFile;
  /** Which of the characters it has. */
  readonly covered: readonly number[];
}

async function coveringFonts(
  characters: ReadonlySet<number>,
  folders: readonly string[],
): Promise<Candidate[]> {
  const paths: string[] = [];
  for (const folder of folders) {
    if (await isPermitted(folder)) paths.push(...await fontPaths(folder));
  }
  const found: Candidate[] = [];
  for (const path of plainFirst(paths).slice(0, LIMITS.fonts)) {
    const font = await readFontFile(path);
    if (font === undefined) continue;
    const covered = [...characters].filter((codePoint) => font.glyphOf(codePoint) !== 0);
    if (covered.length > 0) found.push({ font, covered });
  }
  return found;
}

/** The first of those that cover most of what is missing. */
function mostCovering(candidates: readonly Candidate[], missing: ReadonlySet<number>): Candidate | undefined {
  let best: Candidate | undefined;
  let most = 0;
  for (const candidate of candidates) {
    const count = candidate.covered.filter((codePoint) => missing.has(codePoint)).length;
    if (count > most) [best, most] = [candidate, count];
  }
  return best;
}

/** The font files in a folder and in folders below it. */
async function fontPaths(folder: string): Promise<string[]> {
  const paths: string[] = [];
  let entries = 0;
  let level = [folder];
  for (let depth = 0; depth < LIMITS.depth && level.length > 0; depth++) {
    const below: string[] = [];
    for (const at of level) {
      for (const entry of await entriesOf(at)) {
        if (++entries > LIMITS.entries) return paths;
        if (entry.isDirectory) below.push(`${at}/${entry.name}`);
        else if (FONT_NAME.test(entry.name) && !SHIPPED.test(entry.name)) paths.push(`${at}/${entry.name}`);
      }
    }
    level = below;
  }
  return paths;
}

async function entriesOf(folder: string): Promise<Deno.DirEntry[]> {
  try {
    return await Array.fromAsync(Deno.readDir(folder));
  } catch (error) {
    // A folder that is not there, or that we may not read, has no fonts for us.
    if (error instanceof Error) return [];
    throw error;
  }
}

/** Plain cuts before bold, italic and narrow ones; then by path, so that the choice is always the same. */
function plainFirst(paths: readonly string[]): string[] {
  const rank = (path: string) => path.slice(path.lastIndexOf("/")).match(SPECIAL_CUT)?.length ?? 0;
  return [...paths].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : a > b ? 1 : 0));
}

async function isPermitted(folder: string): Promise<boolean> {
  return (await Deno.permissions.query({ name: "read", path: folder })).state === "granted";
}
