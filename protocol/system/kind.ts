import { SYSTEM_DIAGRAMS } from "./diagram.ts";
import { changesOf } from "../change/changes.ts";
import { arrangedStyle, type ShapeStyle } from "../arrangement/arranged_style.ts";
import type { DocumentElement, DocumentKind, FixedDirection, PictureLink, PictureStyle } from "../kind.ts";
import type { DrawnBefore } from "../layout/incremental/drawn_lines.ts";
import { namesNear } from "../picture/names_near.ts";
import { arrangeMap, systemPlaceables } from "./draw/arrange_map.ts";
import { renderSystemAscii } from "./ascii.ts";
import { SET_NOTES, SYSTEM_COMMANDS } from "./command/commands.ts";
import { actorsOf, linkName, membersOf, systemName } from "./lookup.ts";
import { renderMermaidSystem } from "./mermaid.ts";
import { SYSTEM_MODEL } from "./model.ts";
import { SYSTEM_OP_ROWS } from "./op_rows.ts";
import type { SystemOp } from "./ops.ts";
import { SYSTEM_RULES, validateSystem } from "./rules.ts";
import { SYSTEM_SHAPE } from "./shape.ts";
import { renderSystemSvg } from "./svg/render_svg.ts";
import { emptySystem, SYSTEM_TEMPLATES } from "./templates.ts";
import type { SystemDefinition } from "./types.ts";

/** Systems: documents that belong together, `.sysdf.json`. */
export const SYSTEM_KIND: DocumentKind<SystemDefinition, SystemOp> = {
  kind: "system",
  title: "system",
  shellWord: "sys",
  extension: ".sysdf.json",
  otherExtensions: [],
  wrapperKeys: [],
  keys: ["members"],
  lists: ["members"],
  without: ["state", "entities", "participants"],
  content: {
    shape: { table: SYSTEM_SHAPE, root: "SystemDefinition" },
    changes: changesOf<SystemDefinition, SystemOp>({
      model: SYSTEM_MODEL,
      rows: SYSTEM_OP_ROWS,
      shapes: SYSTEM_SHAPE,
      empty: (def) => emptySystem(systemName(def)),
    }),
    pictures: {
      diagrams: SYSTEM_DIAGRAMS,
      placeables: systemPlaceables,
      arrange: (def, style) => arrangeMap(def, style.links, keptIn(def, style)),
      fixedDirection: () => FIXED,
      lines,
      svg: (whole, style) => {
        const { theme, active, title, links, overlay, part } = style;
        const def = partOfSystem(whole, part ?? {}, links);
        return renderSystemSvg(def, {
          theme,
          active,
          links,
          overlay,
          before: keptIn(def, style),
          ...(title === undefined ? {} : { title }),
        });
      },
      ascii: (def, { active, columns, links }) => renderSystemAscii(def, active, columns, links),
      mermaid: (def, style) => renderMermaidSystem(def, style?.links),
    },
    isNewToOps: true,
    hasMembers: true,
    commands: SYSTEM_COMMANDS,
    setNotes: SET_NOTES,
    templates: SYSTEM_TEMPLATES,
    nameOf: (def) => systemName(def) || undefined,
    empty: (name) => emptySystem(name),
    rules: SYSTEM_RULES,
    findings: validateSystem,
    elements,
    parts: "members, actors, notes or a description",
  },
};

/** The members that links join to one, without actors. */
function partOfSystem(
  def: SystemDefinition,
  part: NonNullable<PictureStyle["part"]>,
  links: readonly PictureLink[] = [],
): SystemDefinition {
  const pairs = links.map(({ from, to }) => [from, to] as const);
  const near = namesNear(membersOf(def).map(({ name }) => name), pairs, part);
  if (near === undefined) return def;
  return { ...def, members: def.members.filter(({ path }) => near.has(path)), actors: [] };
}

const FIXED: FixedDirection = {
  direction: "right",
  because: "Maps of systems have a column for each kind of member",
};

/** Boxes and lines that an arrangement keeps, and the space to fill. */
function keptIn(def: SystemDefinition, style: ShapeStyle): DrawnBefore {
  return arrangedStyle(style, undefined, FIXED).keptOf(systemPlaceables(def));
}

/** The links between members; other documents make them. */
function lines(def: SystemDefinition, { links = [] }: Pick<PictureStyle, "links">): DocumentElement[] {
  const members = new Set(membersOf(def).map(({ name }) => name));
  return links.filter(({ from, to }) => members.has(from) && members.has(to)).map((link, at) => {
    const name = linkName(link);
    return { type: "link", name, path: `/links/${at}`, text: `link ${name}: ${link.text}` };
  });
}

/** Members and actors, in document order. */
function elements(def: SystemDefinition): DocumentElement[] {
  return [
    ...membersOf(def).map(({ name, at }) => ({ type: "member", name, path: at, text: `member ${name}` })),
    ...actorsOf(def).map(({ name, at }) => ({ type: "actor", name, path: at, text: `actor ${name}` })),
  ];
}
