import type { Action, DataField, JsonValue } from "@loom/protocol";
import type { XmlElement } from "../../parse/xml_tree.ts";
import { attribute, childrenNamed, STATES } from "./elements.ts";
import type { ScxmlPlace } from "./place.ts";
import { readExpression } from "./read_expression.ts";
import { valueOf } from "./read_value.ts";

/** The data of a document. */
export interface ReadData {
  /** The declarations; none where no variable has a value, since any name is allowed then. */
  readonly fields: readonly DataField[];
  /** The assignments of values that are computed at the start. */
  readonly start: readonly Action[];
  /** The assignments on entry of states, where data are bound late. */
  readonly late: ReadonlyMap<XmlElement, readonly Action[]>;
}

/** Reads every `data` of a document. */
export function readData(root: XmlElement, place: ScxmlPlace): ReadData {
  const isLate = attribute(root, "binding") === "late";
  const fields: DataField[] = [];
  const start: Action[] = [];
  const late = new Map<XmlElement, Action[]>();
  for (const { element, owner } of dataIn(root)) {
    const target = attribute(element, "id");
    const value = valueOf(element, place);
    const initial = jsonOf(value);
    if (initial !== undefined && !(isLate && owner !== root)) {
      fields.push({
        name: target,
        type: typeOf(target, initial, place),
        ...(initial === null ? {} : { initial }),
      });
      continue;
    }
    fields.push({ name: target, type: "any" });
    const assign: Action = { assign: { target, value } };
    if (isLate && owner !== root) {
      late.set(owner, [...late.get(owner) ?? [], { if: { condition: `${target} == null`, then: [assign] } }]);
    } else start.push(assign);
  }
  const declared = new Set(fields.map(({ name }) => name));
  for (const name of place.facts.variables.keys()) {
    if (/^[\w$]+$/.test(name) && !declared.has(name)) fields.push({ name, type: "any" });
  }
  const hasValue = start.length > 0 || late.size > 0 || fields.some(({ initial }) => initial !== undefined);
  return { fields: hasValue ? fields : [], start, late };
}

function* dataIn(owner: XmlElement): Generator<{ element: XmlElement; owner: XmlElement }> {
  for (const child of owner.children) {
    if (child.name === "datamodel") {
      for (const element of childrenNamed(child, "data")) yield { element, owner };
    }
    if (STATES.has(child.name)) yield* dataIn(child);
  }
}

/** The value of a text that is JSON; `undefined` for any other. */
function jsonOf(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The type of a variable, where its first value and everything that is assigned to it are of one. */
function typeOf(name: string, initial: JsonValue, place: ScxmlPlace): DataField["type"] {
  const type = typeof initial === "number" ? "number" : typeof initial === "string" ? "text" : typeof initial;
  if (type !== "number" && type !== "text" && type !== "boolean") return "any";
  const { texts = [], isKnown = true, constants = [] } = place.facts.variables.get(name) ?? {};
  const isOne = isKnown && constants.length === 0 && texts.every((text) => isOf(type, text, place));
  return isOne ? type : "any";
}

function isOf(type: string, text: string, place: ScxmlPlace): boolean {
  const { tree } = readExpression(text, place);
  if (tree === undefined) return false;
  if (tree.kind === "unary") return type === "number";
  if (tree.kind === "binary") return type === "number" && !/["']/.test(text);
  if (tree.kind === "not" || tree.kind === "comparison") return type === "boolean";
  if (tree.kind !== "literal") return false;
  return type === (typeof tree.value === "string" ? "text" : typeof tree.value);
}
