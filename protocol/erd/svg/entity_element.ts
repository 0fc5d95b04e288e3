import type { Palette } from "../../picture/palette.ts";
import { textElement, titleElement } from "../../picture/svg_text.ts";
import { element } from "../../picture/xml.ts";
import { oneLine } from "../../text/terminal_text.ts";
import type { DrawnAttribute, DrawnEntity } from "../draw/erd_drawing.ts";

const CORNER = 6;
const STATE_RADIUS = 3.5;

/** Writes the box of an entity. */
export function entityElement(entity: DrawnEntity, palette: Palette, isActive: boolean): string {
  const { box, name, weak, title, rule, rows, notes } = entity;
  const stroke = isActive ? "active" : "nodeStroke";
  const outline = palette.attributes({ fill: "nodeFill", stroke }, "slc-node");
  const inner = { x: box.x + 3, y: box.y + 3, width: box.width - 6, height: box.height - 6 };
  const parts = [
    titleElement(entityTitle(entity)),
    element("rect", { ...box, rx: CORNER, ...outline, "stroke-width": isActive ? 2 : 1.2 }),
    weak
      ? element("rect", {
        ...inner,
        rx: CORNER - 2,
        fill: "none",
        ...palette.attributes({ stroke }, "slc-erd-weak"),
      })
      : "",
    textElement(title, "label", "slc-node-name", { palette }),
    element("line", {
      x1: box.x,
      x2: box.x + box.width,
      y1: rule,
      y2: rule,
      ...palette.attributes({ stroke }, "slc-erd-rule"),
    }),
    ...rows.map((row) => rowElement(row, palette)),
    notes === "" ? "" : noteElement(entity, palette),
  ];
  return element("g", { class: "slc-erd-entity", "data-entity": name }, parts.join(""));
}

function rowElement(row: DrawnAttribute, palette: Palette): string {
  const { name, text, type, badges, isKey, stateOf, stateMark } = row;
  if (name === "") return textElement(text, "faint", "slc-erd-row slc-erd-row--empty", { palette });
  const classes = ["slc-erd-row", isKey && "slc-erd-row--pk", stateMark && "slc-erd-row--state"]
    .filter((part) => typeof part === "string").join(" ");
  const mark = stateMark
    ? element("circle", {
      cx: stateMark.x,
      cy: stateMark.y,
      r: STATE_RADIUS,
      fill: "none",
      "stroke-width": 2,
      ...palette.attributes({ stroke: "active" }, "slc-erd-state"),
    })
    : "";
  const parts = [
    titleElement(rowTitle(row)),
    ...badges.map((badge) => textElement(badge, "accentInk", "slc-erd-badge", { palette })),
    mark,
    textElement(text, stateOf.length > 0 ? "active" : "label", "slc-erd-name", { palette }),
    type ? textElement(type, "muted", "slc-erd-type", { palette }) : "",
  ];
  return element("g", { class: classes, "data-attribute": name }, parts.join(""));
}

/** The tooltip of an entity. */
function entityTitle({ description, notes }: DrawnEntity): string {
  return [description, notes === "" ? "" : `Notes: ${notes}`].filter((part) => part !== "").join("\n\n");
}

/** The tooltip of an attribute: the machines whose state it stores, and its meaning. */
function rowTitle({ stateOf, description }: DrawnAttribute): string {
  const stored = stateOf.length === 0 ? "" : `State of ${stateOf.map(oneLine).join(", ")}`;
  return [stored, description].filter((part) => part !== "").join(" — ");
}

/** The tab that says that there is a note. */
function noteElement({ box }: DrawnEntity, palette: Palette): string {
  const tab = { x: box.x + box.width - 24, y: box.y - 2, width: 13, height: 5, rx: 1.5 };
  return element("rect", { ...tab, ...palette.attributes({ fill: "accent" }, "slc-note-mark") });
}
