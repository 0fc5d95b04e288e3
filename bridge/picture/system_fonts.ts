import { firstFace, type FontFace, type FontFamily, type FontFile, readFontFile } from "./font_file.ts";

/** The parts of a host that say where its fonts are. */
export interface FontHost {
  /** The operating system. */
  readonly os: typeof Deno.build.os;
  /** Reads an environment variable; `undefined` when it is not set or may not be read. */
  readonly env: (name: string) => string | undefined;
}

/** Folders with fonts: fixed ones, and ones below the folder that a variable names. */
interface FontPlaces {
  readonly folders: readonly string[];
  readonly below: readonly { readonly variable: string; readonly path: string }[];
}

const UNIX: FontPlaces = {
  folders: ["/usr/share/fonts", "/usr/local/share/fonts"],
  below: [
    { variable: "XDG_DATA_HOME", path: "/fonts" },
    { variable: "HOME", path: "/.local/share/fonts" },
    { variable: "HOME", path: "/.fonts" },
  ],
};

/** The usual font folders, one row a system; systems that are not here are like Linux. */
const PLACES: Partial<Record<typeof Deno.build.os, FontPlaces>> = {
  darwin: {
    folders: ["/System/Library/Fonts", "/Library/Fonts"],
    below: [{ variable: "HOME", path: "/Library/Fonts" }],
  },
  windows: {
    folders: [],
    below: [
      { variable: "SystemRoot", path: "\\Fonts" },
      { variable: "LOCALAPPDATA", path: "\\Microsoft\\Windows\\Fonts" },
    ],
  },
};

/** Below which variable the data of programs are; the first that is set counts. */
const DATA: Partial<Record<typeof Deno.build.os, FontPlaces["below"]>> = {
  darwin: [{ variable: "HOME", path: "/Library/Application Support/loom/fonts" }],
  windows: [{ variable: "LOCALAPPDATA", path: "\\loom\\fonts" }],
};
const UNIX_DATA: FontPlaces["below"] = [
  { variable: "XDG_DATA_HOME", path: "/loom/fonts" },
  { variable: "HOME", path: "/.local/share/loom/fonts" },
];

const HOST: FontHost = { os: Deno.build.os, env: permittedEnv };

/** The folder of fonts that were added for the loom: `LOOM_FONTS_DIR`, else one of the user's; `undefined` without either. */
export function addedFontFolder(host: FontHost = HOST): string | undefined {
  const own = host.env("LOOM_FONTS_DIR");
  if (own) return own;
  return (DATA[host.os] ?? UNIX_DATA).flatMap(({ variable, path }) => {
    const base = host.env(variable);
    return base ? [base + path] : [];
  })[0];
}

/**
 * Names the folders where fonts are: the one for added fonts, then those of the system; not all of them need to exist.
 */
export function fontFolders(host: FontHost = HOST): string[] {
  const { folders, below } = PLACES[host.os] ?? UNIX;
  const named = below.flatMap(({ variable, path }) => {
    const folder = host.env(variable);
    return folder === undefined || folder === "" ? [] : [folder + path];
  });
  const added = addedFontFolder(host);
  return [...new Set([...added === undefined ? [] : [added], ...folders, ...named])];
}

/** Reads a variable only where that needs no question. */
function permittedEnv(variable: string): string | undefined {
  const { state } = Deno.permissions.querySync({ name: "env", variable });
  return state === "granted" ? Deno.env.get(variable) : undefined;
}

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
  /** The families, the one that covers most first. */
  readonly families: readonly FontFamily[];
  /** The code points that none of them has. */
  readonly missing: ReadonlySet<number>;
}

/** The last whole answer: pictures of one document ask for the same again and again. */
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
  // Missing fonts may be added while a server runs.
  if (found.missing.size === 0) last = { key, found };
  return found;
}

async function chosenFonts(
  characters: ReadonlySet<number>,
  folders: readonly string[],
): Promise<SystemFonts> {
  const paths: string[] = [];
  for (const folder of folders) {
    if (await isPermitted(folder)) paths.push(...await fontPaths(folder));
  }
  const candidates = await coveringFonts(characters, paths);
  const missing = new Set(characters);
  const families: FontFamily[] = [];
  let room: number = LIMITS.bytes;
  while (missing.size > 0 && families.length < LIMITS.chosen) {
    const best = mostCovering(candidates.filter(({ font }) => font.size <= room), missing);
    if (best === undefined) break;
    candidates.splice(candidates.indexOf(best), 1);
    const { path, family: name, glyphOf } = best.font;
    const faces = await facesOf(path, paths, room);
    if (faces.length === 0) continue;
    families.push({ name, glyphOf, faces });
    for (const { bytes } of faces) room -= bytes.length;
    for (const codePoint of best.covered) missing.delete(codePoint);
  }
  return { families, missing };
}

/** Weights that a bold cut may have, by the word in the name of its file; the first that is there is taken. */
const BOLD_CUTS = [["SemiBold", 600], ["Bold", 700]] as const;
const PLAIN_CUT = /[-_]?(?:\d*Regular)?(?=\.\w+$)/i;

/** Reads a font, and its bold cut where one lies beside it and there is room. */
async function facesOf(path: string, paths: readonly string[], room: number): Promise<FontFace[]> {
  const read = async (weight: number, path: string | undefined): Promise<FontFace[]> => {
    const bytes = path === undefined ? undefined : await Deno.readFile(path).catch(() => undefined);
    return bytes === undefined ? [] : [{ weight, bytes: firstFace(bytes) }];
  };
  const plain = await read(400, path);
  const left = room - (plain[0]?.bytes.length ?? room);
  for (const [cut, weight] of BOLD_CUTS) {
    const bold = await read(weight, paths.find((other) => other === path.replace(PLAIN_CUT, `-${cut}`)));
    if (bold.length > 0) return (bold[0]?.bytes.length ?? 0) <= left ? [...plain, ...bold] : plain;
  }
  return plain;
}

interface Candidate {
  readonly font: FontFile;
  /** Which of the characters it has. */
  readonly covered: readonly number[];
}

async function coveringFonts(
  characters: ReadonlySet<number>,
  paths: readonly string[],
): Promise<Candidate[]> {
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
