import { type Attribute, textOrEmpty } from "@loom/protocol";
import type { CanvasCommand } from "../command.ts";

/** The line that an attribute is written as: `customer_id int fk Customer.id`. */
export function attributeText({ name, type, key, nullable, references }: Attribute): string {
  const reference = textOrEmpty(references);
  return [
    quoted(name),
    textOrEmpty(type),
    key === undefined ? "" : key,
    nullable === true ? "?" : "",
    reference === "" ? "" : `-> ${reference}`,
  ].filter((part) => part !== "").join(" ");
}

/** An attribute as a line describes it. */
export interface WrittenAttribute {
  readonly name: string;
  readonly type: string;
  readonly key: "pk" | "uk" | undefined;
  readonly nullable: boolean;
  readonly references: string;
}

/** The type of an attribute that is written without one. */
export const DEFAULT_TYPE = "string";

/**
 * Reads the line of an attribute: its name, its type, then `pk` or `uk`, `?` where it may be missing, and `-> Entity.attribute`.
 *
 * @example
 * ```ts
 * import { readAttributeText } from "./attribute_text.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(readAttributeText("id int pk").key, "pk");
 * ```
 */
export function readAttributeText(line: string): WrittenAttribute {
  const arrow = line.indexOf("->");
  const [before, references] = arrow < 0 ? [line, ""] : [line.slice(0, arrow), line.slice(arrow + 2).trim()];
  const match = /^\s*(?:"([^"]*)"|(\S+))\s*(.*)$/s.exec(before);
  const name = match?.[1] ?? match?.[2] ?? "";
  const words = (match?.[3] ?? "").split(/\s+/).filter((word) => word !== "");
  let key: "pk" | "uk" | undefined;
  let nullable = false;
  for (
    let last = words.at(-1)?.toLowerCase();
    last !== undefined && words.length > 0;
    last = words.at(-1)?.toLowerCase()
  ) {
    if (last === "?") nullable = true;
    else if (last === "pk" || last === "uk") key = last;
    else if (words.length === 1 && last.length > 1 && last.endsWith("?")) {
      nullable = true;
      words[0] = last.slice(0, -1);
      break;
    } else break;
    words.pop();
  }
  return { name, type: words.join(" ") || DEFAULT_TYPE, key, nullable, references };
}

function quoted(name: string): string {
  return /\s/.test(name) || name === "" ? `"${name}"` : name;
}

/** The edits that add the attribute of a line to an entity. */
export function addingAttribute(entity: string, line: string): CanvasCommand[] {
  const { name, type, key, nullable, references } = readAttributeText(line);
  return [{
    id: "attribute.add",
    values: {
      entity,
      name,
      type,
      ...(key === undefined ? {} : { key }),
      ...(nullable ? { nullable } : {}),
      ...(references === "" ? {} : { references }),
    },
  }];
}

/** The edits that make an attribute what its line says; none when it is that already. */
export function changingAttribute(entity: string, was: Attribute, line: string): CanvasCommand[] {
  const { name, type, key, nullable, references } = readAttributeText(line);
  const changes = {
    ...(type === textOrEmpty(was.type) ? {} : { type }),
    ...(key === was.key ? {} : { key: key ?? "" }),
    ...(nullable === (was.nullable === true) ? {} : { nullable }),
    ...(references === textOrEmpty(was.references) ? {} : { references }),
  };
  return [
    ...(name === was.name
      ? []
      : [{ id: "attribute.rename", values: { entity, name: was.name, newName: name } }]),
    ...(Object.keys(changes).length === 0
      ? []
      : [{ id: "attribute.update", values: { entity, name, ...changes } }]),
  ];
}
