import { aKind, type AnyKind, type KindName, type KindTable } from "@loom/protocol";
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
export const documentsOf = ({ rows }: KindTable): readonly ResourceRow[] =>
  rows.map((row): ResourceRow => ({
    uri: uriOf(row.kind),
    name: row.kind,
    title: `Active ${row.title}`,
    description: `The definition in the active document, when it is ${aKind(row)}.`,
    mimeType: JSON_TYPE,
    kind: row.kind,
    isListed: (session) => session.kind === row.kind,
    changesWith: (change, session) => concerns(change, session, row.kind),
    read: async ({ session }) => {
      // The name need not say the kind, so the content is read first.
      const content = await definitionText(session).catch((error) => {
        refuseOtherKind(session, row);
        throw error;
      });
      refuseOtherKind(session, row);
      return { content };
    },
  }));

/** True when a change concerns a document of that kind; a switch to it or away from it does. */
export function concerns(change: SessionChange, session: Session, kind: KindName): boolean {
  return change.type === "content"
    ? session.kind === kind
    : change.kind === kind || change.previousKind === kind;
}

/** The definition in the wrapper of its kind, if it has one, whether or not the file wraps it. */
async function definitionText(session: Session): Promise<string> {
  const { row: { wrapperKeys: [wrapper] }, definition } = await session.read();
  return JSON.stringify(wrapper === undefined ? definition : { [wrapper]: definition }, null, 2);
}

function refuseOtherKind(session: Session, wanted: AnyKind): void {
  const active = session.row;
  if (active === wanted) return;
  throw new ToolError(
    "wrong_kind",
    `The active document "${session.path}" is ${aKind(active)}: read ${uriOf(active.kind)}, or make ` +
      `${aKind(wanted)} active with set_project_file (*${wanted.extension}).`,
  );
}

function uriOf(kind: KindName): string {
  return `loom://${kind}`;
}
