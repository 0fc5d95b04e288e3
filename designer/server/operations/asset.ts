import { HttpError } from "../http_error.ts";
import { asset } from "../respond.ts";
import type { Route } from "../route.ts";

/** The folder of what `deno task build` makes; executables and published packages carry it. */
const FOLDER = new URL("../../assets/", import.meta.url);

/** The media types of the files, by their endings. */
const TYPES: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  woff2: "font/woff2",
};

/** A file as it is sent. */
interface Loaded {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The bytes packed, for what gets smaller by it. */
  readonly packed: Uint8Array<ArrayBuffer> | undefined;
  readonly etag: string;
  /** The time of the file, in milliseconds since 1970. */
  readonly mtime: number;
}

const loaded = new Map<string, Loaded>();

/** Answers a script or the font of the pages. */
export const pageAsset: Route["run"] = async ({ request: { headers }, url: { pathname } }) => {
  const name = pathname.slice(pathname.lastIndexOf("/") + 1);
  const type = /^[\w-]+\.(\w+)$/.exec(name)?.[1] ?? "";
  const media = TYPES[type];
  if (media === undefined) throw notThere(name);
  const { bytes, packed, etag } = await load(name, type === "js");
  const takesPacked = /\bgzip\b/.test(headers.get("accept-encoding") ?? "");
  return asset(takesPacked && packed ? packed : bytes, {
    media,
    etag,
    known: headers.get("if-none-match"),
    isPacked: takesPacked && packed !== undefined,
  });
};

/** The version of the script that edits documents of a kind; `undefined` where it has not been built. */
export function scriptVersion(kind: string): Promise<string | undefined> {
  return load(`${kind}_page.js`, true).then(({ etag }) => etag, () => undefined);
}

async function load(name: string, packs: boolean): Promise<Loaded> {
  const file = new URL(name, FOLDER);
  const known = loaded.get(name);
  const mtime = file.protocol === "file:"
    ? await Deno.stat(file).then(({ mtime }) => mtime?.getTime() ?? 0, () => undefined)
    : 0;
  if (known !== undefined && known.mtime === mtime) return known;
  const bytes = mtime === undefined ? undefined : await read(file);
  if (bytes === undefined || mtime === undefined) {
    if (!name.endsWith("_page.js")) throw notThere(name);
    throw new HttpError(
      503,
      "not_built",
      "The script of the pages has not been built: run `deno task build` once.",
    );
  }
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).slice(0, 12).toHex();
  const made = { bytes, packed: packs ? await pack(bytes) : undefined, etag: `"${hash}"`, mtime };
  loaded.set(name, made);
  return made;
}

async function read(file: URL): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (file.protocol === "file:") return await Deno.readFile(file).catch(() => undefined);
  const response = await fetch(file).catch(() => undefined);
  return response?.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
}

async function pack(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function notThere(name: string): HttpError {
  return new HttpError(404, "not_found", `The pages have no file ${JSON.stringify(name)}.`);
}
