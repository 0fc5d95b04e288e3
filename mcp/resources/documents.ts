import { type AnyKind, DOCUMENT_KINDS, type KindName } from "@loom/protocol";
import type { ResourceRow } from "../server/parts.ts";
import type { Session, SessionChange } from "../session/session.ts";
import { ToolError } from "../tool.ts";

const JSON_TYPE = "application/json";

/** The active document, whatever its kind. */
export const DEFINITION: ResourceRow = {
  uri: "loom://definition",
  name: "definition",
  title: "Active document",
  description: "The definition in the active document, whatever its kind.",
  mimeType: JSON_TYPE,
  read: async ({ session }) => ({ content: await definitionText(session) }),
};

/** The active document under the name of its kind, one row a kind: `loom://machine`. */
export const DOCUMENTS: readonly ResourceRow[] = DOCUMENT_KINDS.map((row): ResourceRow => ({
  uri: uriOf(row.kind),
  name: row.kind,
  title: `Active ${row.title}`,
  description: `The definition in the active document, when it is ${aKind(row)}.`,
  mimeType: JSON_TYPE,
  isListed: (session) => session.kind === row.kind,
  changesWith: (change, session) => concerns(change, session, row.kind),
  read: async ({ session }) => {
    // A name need not tell the kind, so that the content is asked first.
    const content = await definitionText(session).catch((error) => {
      refuseOtherKind(session, row);
      throw error;
    });
    refuseOtherKind(session, row);
    return { content };
  },
}));

/** Whether a change is one of a document of that kind, which a switch to it or away from it is too. */
export function concerns(change: SessionChange, session: Session, kind: KindName): boolean {
  return change.type === "content"
    ? session.kind === kind
    : change.kind === kind || change.previousKind === kind;
}

/** A machine is wrapped, whether or not the file wraps it; other kinds are as they stand. */
async function definitionText(session: Session): Promise<string> {
  const { kind, definition } = await session.read();
  return JSON.stringify(kind === "machine" ? { stateMachine: definition } : definition, null, 2);
}

function refuseOtherKind(session: Session, wanted: AnyKind): void {
  const active = DOCUMENT_KINDS.find(({ kind }) => kind === session.kind);
  if (active === undefined || active === wanted) return;
  throw new ToolError(
    "wrong_kind",
    `The active document "${session.path}" is ${aKind(active)}: read ${uriOf(active.kind)}, or make ` +
      `${aKind(wanted)} active with set_project_file (*${wanted.extension}).`,
  );
}

function uriOf(kind: KindName): string {
  return `loom://${kind}`;
}

function aKind({ title }: AnyKind): string {
  return `${/^[aeiou]/.test(title) ? "an" : "a"} ${title}`;
}
