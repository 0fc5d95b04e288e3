import { LoomError } from "@loom/protocol";
import { fontTables } from "./font_file.ts";
import { FONT_PACKAGES, type FontPackage } from "./font_packages.ts";

/** Settings for {@linkcode addFont}. */
export interface AddFontOptions {
  /** The folder of added fonts. */
  readonly folder: string;
  /** The address of the npm registry that the package comes from. */
  readonly registry: string;
  /** Stops the download. */
  readonly signal?: AbortSignal | undefined;
}

/** The cuts that pictures use: the folder in the package, and the ending of the file beside others. */
const CUTS = [["400Regular", "Regular"], ["600SemiBold", "SemiBold"]] as const;

/** The most bytes of a package. */
const MOST_BYTES = 80_000_000;

/**
 * Downloads a font into the folder of added fonts, where all pictures find it. The package has to have the bytes that this
 * release knows; of it only two font files are written, whole or not at all.
 *
 * @returns The paths of the files.
 * @throws {LoomError} `no_font` when it cannot be downloaded, or is not the known package.
 */
export async function addFont(
  font: FontPackage,
  { folder, registry, signal }: AddFontOptions,
): Promise<string[]> {
  const id = font.name.toLowerCase().replaceAll(" ", "-");
  const url = `${registry.replace(/\/+$/, "")}/@expo-google-fonts/${id}/-/${id}-${font.version}.tgz`;
  const packed = await download(url, font.name, signal);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-512", packed)).toBase64();
  if (hash !== font.sha512) {
    throw new LoomError(
      "no_font",
      `What ${url} gave is not the known package of ${font.name}: nothing was written. Try again, or name another registry.`,
    );
  }
  const files = tarFiles(await unzipped(packed));
  const plain = font.name.replaceAll(" ", "");
  await Deno.mkdir(folder, { recursive: true });
  const paths: string[] = [];
  for (const [cut, ending] of CUTS) {
    const bytes = files.get(`package/${cut}/${plain}_${cut}.ttf`);
    if (bytes === undefined || fontTables(bytes).size === 0) {
      throw new LoomError(
        "no_font",
        `The package of ${font.name} has no font file for ${ending}: report it.`,
      );
    }
    const path = `${folder}/${plain}-${ending}.ttf`;
    const partial = `${path}.${crypto.randomUUID()}.part`;
    try {
      await Deno.writeFile(partial, bytes);
      await Deno.rename(partial, path);
    } catch (error) {
      await Deno.remove(partial).catch(() => {});
      throw error;
    }
    paths.push(path);
  }
  return paths;
}

/** True when the files of a font are in the folder of added fonts. */
export async function isAdded({ name }: FontPackage, folder: string): Promise<boolean> {
  const plain = name.replaceAll(" ", "");
  const found = await Promise.all(CUTS.map(async ([, ending]) => {
    const info = await Deno.stat(`${folder}/${plain}-${ending}.ttf`).catch(() => undefined);
    return info?.isFile === true;
  }));
  return found.every(Boolean);
}

/**
 * The font of that name, or for that script: `Noto Sans Thai` and `thai` are the same.
 *
 * @returns `undefined` for another word.
 */
export function fontNamed(word: string): FontPackage | undefined {
  const wanted = word.trim().toLowerCase();
  return FONT_PACKAGES.find(({ name, word }) => word === wanted || name.toLowerCase() === wanted);
}

async function download(
  url: string,
  name: string,
  signal: AbortSignal | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  const failed = (why: string) =>
    new LoomError("no_font", `${name} could not be downloaded from ${url}: ${why}. Nothing was written.`);
  try {
    const answer = await fetch(url, signal ? { signal } : {});
    if (!answer.ok || answer.body === null) {
      await answer.body?.cancel();
      throw failed(`the answer is ${answer.status}`);
    }
    const parts: Uint8Array[] = [];
    let length = 0;
    for await (const part of answer.body) {
      length += part.length;
      if (length > MOST_BYTES) throw failed(`it has more than ${MOST_BYTES} bytes`);
      parts.push(part);
    }
    return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
  } catch (error) {
    if (error instanceof LoomError || signal?.aborted) throw error;
    throw failed(error instanceof Error ? error.message : String(error));
  }
}

async function unzipped(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const BLOCK = 512;

/** The files in a tape archive (POSIX.1-1988, ustar) by their paths. */
function tarFiles(archive: Uint8Array): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  const text = (from: number, length: number) =>
    new TextDecoder().decode(archive.subarray(from, from + length)).replace(/\0[^]*$/, "");
  for (let at = 0; at + BLOCK <= archive.length;) {
    const name = text(at, 100);
    if (name === "") break;
    const prefix = text(at + 345, 155);
    const length = parseInt(text(at + 124, 12).trim(), 8) || 0;
    files.set(prefix === "" ? name : `${prefix}/${name}`, archive.subarray(at + BLOCK, at + BLOCK + length));
    at += BLOCK * (1 + Math.ceil(length / BLOCK));
  }
  return files;
}
