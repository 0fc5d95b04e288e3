import {
  type AnyKind,
  type AnyOp,
  type Arrangement,
  completeArrangement,
  followArrangement,
  type JsonObject,
} from "@loom/protocol";
import { FileMovedError } from "../disk/replace_file.ts";
import { type LayoutReading, readLayoutOf, writeLayoutOf } from "./layout_file.ts";

/** The document before an edit. */
export interface EditedDocument {
  readonly row: AnyKind;
  readonly definition: JsonObject;
}

/** The document after it. */
export interface WrittenDocument {
  /** Its path, symbolic links resolved. */
  readonly realPath: string;
  readonly definition: JsonObject;
  readonly changed: boolean;
}

/** Options of {@linkcode followLayout}. */
export interface FollowOptions extends LayoutReading {
  readonly dryRun?: boolean;
  /** The operations of the edit. Default: the difference. */
  readonly ops?: (() => readonly AnyOp[]) | undefined;
}

/** The most attempts when programs that ignore the lock write the layout file meanwhile. */
const MOST_TRIES = 3;

/**
 * Brings the layout file of a document up to date with an edit: what was renamed keeps its place, and what is new gets one. Where
 * there is no file, none is made. It never fails: a layout file that is behind only costs places. The caller holds the document's
 * lock.
 */
export async function followLayout(
  before: EditedDocument,
  { realPath, changed, definition }: WrittenDocument,
  { root, dryRun, ops }: FollowOptions,
): Promise<void> {
  if (!changed || dryRun) return;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    try {
      const now = await readLayoutOf(realPath, { root });
      if (now.revision === undefined || now.problem !== undefined) return;
      const next = followed(now.arrangement, before, definition, ops);
      await writeLayoutOf(realPath, now, next, { root });
      return;
    } catch (error) {
      if (!(error instanceof FileMovedError)) return;
    }
  }
}

/** The arrangement after an edit, with places for what is new. */
function followed(
  arrangement: Arrangement,
  { row, definition: before }: EditedDocument,
  after: JsonObject,
  ops: FollowOptions["ops"],
): Arrangement {
  const { changes, pictures } = row.content ?? {};
  const list = pictures?.placeables?.bind(pictures);
  if (!changes || !pictures || !list) return arrangement;
  const edit = { before, after, ops: ops?.() ?? changes.diff(before, after) };
  const kept = followArrangement(arrangement, edit, changes, list);
  return [undefined, ...Object.keys(kept.notations)].reduce<Arrangement>(
    (next, notation) => completeArrangement(pictures, after, next, { notation }),
    kept,
  );
}
