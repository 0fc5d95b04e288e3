import { isLayoutPath } from "@loom/bridge/document";
import { LOOM_KINDS } from "@loom/engine/kinds";
import type { KindTable } from "@loom/protocol";
import { basename, dirname, join } from "@std/path";
import { findDocument } from "../find_document.ts";
import { json } from "../respond.ts";
import type { DesignerDeps, Route } from "../route.ts";

/** The most documents that are listed, and the deepest folder in which they are looked for. */
const MOST_DOCUMENTS = 300;
const MOST_DEPTH = 4;

/** The most episodes of a chronicle that are looked into, the newest by name, and the most of their documents. */
const MOST_EPISODES = 400;
const MOST_DIAGRAMS = 200;

/** The most entries of folders that are looked at. */
const MOST_ENTRIES = 20_000;

/** A document in the list. */
interface DocEntry {
  /** Its real path: the `doc` that opens it. */
  readonly path: string;
  /** Its file name. */
  readonly name: string;
  /** The folder that it lies in. */
  readonly dir: string;
  /** Its size in bytes. */
  readonly size: number;
  /** The time of its last change, in milliseconds since 1970. */
  readonly mtime: number;
}

/** Lists the documents that are served. */
export const docs: Route["run"] = async (_context, deps) => {
  const found = new Map<string, DocEntry>();
  const walk = new Walk(deps, found);
  for (const root of deps.roots) await walk.folder(root, MOST_DEPTH, MOST_DOCUMENTS);
  if (deps.chronicle !== undefined) await walk.chronicle(deps.chronicle);
  const rank = rankIn(deps.kinds ?? LOOM_KINDS);
  const listed = [...found.values()].sort((a, b) =>
    rank(a) - rank(b) || b.mtime - a.mtime || (a.path < b.path ? -1 : 1)
  );
  return json(200, { roots: deps.roots, current: deps.doc, docs: listed, truncated: walk.isCut });
};

/** Documents named by their kind come first. */
function rankIn(kinds: KindTable): (entry: DocEntry) => number {
  return ({ name }) => kinds.rows.some(({ extension }) => name.toLowerCase().endsWith(extension)) ? 0 : 1;
}

/** Looks for documents, within bounds. */
class Walk {
  readonly #deps: DesignerDeps;
  readonly #found: Map<string, DocEntry>;
  #entries = 0;
  /** True when there are more than are listed. */
  isCut = false;

  constructor(deps: DesignerDeps, found: Map<string, DocEntry>) {
    this.#deps = deps;
    this.#found = found;
  }

  /** Lists the documents of a folder and of those in it. */
  async folder(path: string, depth: number, most: number): Promise<void> {
    for (const entry of await this.#entriesOf(path)) {
      if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
      const at = join(path, entry.name);
      if (entry.isDirectory) {
        if (depth > 0) await this.folder(at, depth - 1, most);
      } else if (entry.name.toLowerCase().endsWith(".json") && !isLayoutPath(entry.name)) {
        if (this.#found.size >= most) {
          this.isCut = true;
          return;
        }
        await this.#add(at);
      }
    }
  }

  /** Lists the diagrams of the newest episodes. */
  async chronicle(path: string): Promise<void> {
    const episodes = (await this.#entriesOf(path)).filter(({ isDirectory, name }) =>
      isDirectory && !name.startsWith(".")
    );
    const newest = episodes.map(({ name }) => name).sort().reverse();
    if (newest.length > MOST_EPISODES) this.isCut = true;
    const most = this.#found.size + MOST_DIAGRAMS;
    for (const name of newest.slice(0, MOST_EPISODES)) {
      await this.folder(join(path, name, "diagrams"), 0, most);
    }
  }

  async #entriesOf(path: string): Promise<Deno.DirEntry[]> {
    const entries: Deno.DirEntry[] = [];
    try {
      for await (const entry of Deno.readDir(path)) {
        if (++this.#entries > MOST_ENTRIES) {
          this.isCut = true;
          break;
        }
        entries.push(entry);
      }
    } catch {
      // A folder that cannot be read has no documents to show.
    }
    return entries.sort((a, b) => a.name < b.name ? -1 : 1);
  }

  /** Adds a document that a request for it would get. */
  async #add(path: string): Promise<void> {
    try {
      const { path: real } = await findDocument(path, this.#deps);
      if (this.#found.has(real)) return;
      const { isFile, size, mtime } = await Deno.stat(real);
      if (!isFile) return;
      const time = mtime?.getTime() ?? 0;
      this.#found.set(real, { path: real, name: basename(real), dir: dirname(real), size, mtime: time });
    } catch {
      // What leads elsewhere is not shown.
    }
  }
}
