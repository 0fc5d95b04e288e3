import { SYSTEM_DIAGRAMS } from "./diagram.ts";
import { arrangedStyle, type ShapeStyle } from "../arrangement/arranged_style.ts";
import type { DocumentElement, DocumentKind, FixedDirection, PictureLink, PictureStyle } from "../kind.ts";
import type { DrawnBefore } from "../layout/incremental/drawn_lines.ts";
import { namesNear } from "../picture/names_near.ts";
import { arrangeMap, systemPlaceables } from "./draw/arrange_map.ts";
import { renderSystemAscii } from "./ascii.ts";
import { linkName, membersOf } from "./lookup.ts";
import { renderMermaidSystem } from "./mermaid.ts";
import type { SystemOp } from "./ops.ts";
import { SYSTEM_RULES, validateSystem } from "./rules.ts";
import { renderSystemSvg } from "./svg/render_svg.ts";
import type { SystemDefinition } from "./types.ts";
import { EDITED_SYSTEM_KIND } from "./edited_kind.ts";

const { content } = EDITED_SYSTEM_KIND;

/** Systems: documents that belong together, `.sysdf.json`. */
export const SYSTEM_KIND: DocumentKind<SystemDefinition, SystemOp> = {
  ...EDITED_SYSTEM_KIND,
  content: {
    ...content,
    pictures: {
      diagrams: SYSTEM_DIAGRAMS,
      ...content.pictures,
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
    rules: SYSTEM_RULES,
    findings: validateSystem,
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
