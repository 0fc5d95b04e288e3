import { checkSystem, linkCounts, systemLinks } from "@loom/engine";
import { LOOM_KINDS } from "@loom/engine/kinds";
import type { JsonObject, PictureLink } from "@loom/protocol";
import type { SystemMemberView } from "../canvas/mod.ts";
import { readMembers } from "./member_files.ts";

/** What the map of a system shows of its members. */
export interface SystemView {
  readonly members: Readonly<Record<string, SystemMemberView>>;
  readonly links: readonly PictureLink[];
}

/** The members of a system: a drawing each, what they have, how many findings there are; and the links between them. */
export async function viewOf(docId: string, system: JsonObject): Promise<SystemView> {
  const files = await readMembers(docId, system);
  const loaded = [...files].map(([path, file]) => ({ path, ...file }));
  const { findings } = checkSystem(system, loaded);
  const members = loaded.map(({ path, definition, error }): [string, SystemMemberView] => {
    const own = findings.filter(({ member }) => member === path);
    const counted = {
      errors: own.filter(({ severity }) => severity === "error").length,
      warnings: own.filter(({ severity }) => severity === "warning").length,
    };
    const row = definition && LOOM_KINDS.ofDocument(definition);
    if (definition === undefined || row?.content === undefined) {
      return [path, { ...counted, problem: error ?? "It is no document of the loom." }];
    }
    return [path, {
      ...counted,
      svg: pictureOf(row.content.pictures, definition),
      counts: countsOf(row.content, definition),
    }];
  });
  return { members: Object.fromEntries(members), links: linkCounts(systemLinks(loaded)) };
}

type Content = NonNullable<NonNullable<ReturnType<typeof LOOM_KINDS.ofDocument>>["content"]>;

function pictureOf(pictures: Content["pictures"], definition: JsonObject): string | undefined {
  try {
    return pictures.svg(definition, {
      theme: "auto",
      title: "",
      active: new Set(),
      actions: false,
      view: "tree",
      columns: undefined,
    });
  } catch {
    return undefined;
  }
}

/** The elements of a document by type: `5 states, 7 events`. */
function countsOf({ elements }: Content, definition: JsonObject): string {
  const types = Map.groupBy(elements(definition), ({ type }) => type);
  return [...types].slice(0, 2).map(([type, { length }]) => `${length} ${length === 1 ? type : plural(type)}`)
    .join(", ");
}

function plural(noun: string): string {
  return noun.endsWith("y") ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}
