import type { Action } from "@loom/protocol";
import type { Expression } from "../../expression/ast.ts";
import { mapExpression, printExpression } from "../../expression/mod.ts";
import type { XmlElement } from "../../parse/xml_tree.ts";
import { attribute, childrenNamed } from "./elements.ts";
import { elementsIn } from "./facts.ts";
import { choiceIn, isReservedWord } from "./javascript.ts";
import { eventName, type ScxmlPlace } from "./place.ts";
import { isName, readExpression, readStatements } from "./read_expression.ts";
import { constantsOf, readCancel, readSend } from "./read_send.ts";
import { conditionIn, expressionIn, failing, kept, payloadOf, valueOf } from "./read_value.ts";

type ReadAction = (element: XmlElement, place: ScxmlPlace) => Action[];

/** Variables that SCXML keeps for itself. */
const SYSTEM = /^(?:_event|_sessionid|_name|_ioprocessors|_x)\b/;

/** The elements of executable content, one row an element. */
const READERS: Readonly<Record<string, ReadAction>> = {
  raise: (element, place) => {
    const event = eventName(attribute(element, "event"));
    return [{ raise: event, ...payloadOf(undefined, place, { event, type: "internal" }) }];
  },
  assign: readAssign,
  log: readLog,
  script: (element, place) => {
    place.known.clear();
    const path = element.attributes.get("src");
    const source = path === undefined ? element.text : place.file(path);
    if (source === undefined) {
      place.remark(`The script ${JSON.stringify(path)} was left out: it could not be read.`, element);
      return [];
    }
    const code = kept(element, readStatements(source.trim(), place), place);
    return code === "" ? [] : [{ code }];
  },
  if: readIf,
  foreach: readForEach,
  send: readSend,
  cancel: readCancel,
};

/** The actions of a block: when one fails, the rest of the block is skipped. */
export function readBlock(element: XmlElement | undefined, place: ScxmlPlace): Action[] {
  const { failures } = place;
  const actions = readActions(element, place);
  const isSplit = (place.facts.waitsForErrors || place.failures > failures) &&
    actions.slice(0, -1).some(mayFail);
  return isSplit ? [{ if: { condition: "true", then: actions } }] : actions;
}

/** True for an action that may fail; only the plainest cannot. */
function mayFail({ raise, data, assign, cancel }: Action): boolean {
  if (cancel !== undefined || (raise !== undefined && data === undefined)) return false;
  return assign === undefined || !isName(assign.target) ||
    !/^(?:[\d.]+|"[^"\\]*"|null|true|false)$/.test(assign.value);
}

/** The actions of an element with executable content. */
export function readActions(element: XmlElement | undefined, place: ScxmlPlace): Action[] {
  return (element?.children ?? []).flatMap((child) => readAction(child, place));
}

function readAction(element: XmlElement, place: ScxmlPlace): Action[] {
  const read = Object.hasOwn(READERS, element.name) ? READERS[element.name] : undefined;
  if (read !== undefined) return read(element, place);
  place.remark(`The element <${element.name}> was left out.`, element);
  return [];
}

function readAssign(element: XmlElement, place: ScxmlPlace): Action[] {
  const target = attribute(element, "location").trim();
  if (SYSTEM.test(target)) return failing(element, place, `${target} cannot be assigned`);
  const [inside] = childrenNamed(element, "scxml");
  if (inside !== undefined) {
    place.documents.set(target, inside);
    return [];
  }
  const choice = choiceIn(attribute(element, "expr"));
  if (choice !== undefined) {
    place.known.delete(target);
    return [chosenValue(element, target, choice, place)];
  }
  const value = valueOf(element, place);
  const [constant, ...others] = constantsOf(attribute(element, "expr"), place) ?? [];
  if (constant !== undefined && others.length === 0) place.known.set(target, constant);
  else place.known.delete(target);
  return [{ assign: { target, value } }];
}

/** The assignment of `a ? b : c`, as a choice between two. */
function chosenValue(
  element: XmlElement,
  target: string,
  { condition, then, otherwise }: NonNullable<ReturnType<typeof choiceIn>>,
  place: ScxmlPlace,
): Action {
  const assigned = (text: string): Action => {
    const choice = choiceIn(text);
    if (choice !== undefined) return chosenValue(element, target, choice, place);
    return { assign: { target, value: expressionIn(element, text, place) } };
  };
  const test = conditionIn(element, condition, place);
  return { if: { condition: test, then: [assigned(then)], else: [assigned(otherwise)] } };
}

function readLog(element: XmlElement, place: ScxmlPlace): Action[] {
  const label = attribute(element, "label");
  const text = element.attributes.get("expr");
  if (text === undefined || text.trim() === "") return label === "" ? [] : [{ log: JSON.stringify(label) }];
  const read = readExpression(text, place);
  if (read.tree === undefined) return [{ log: kept(element, read, place) }];
  const values = logged(mapExpression(read.tree, (part) => {
    const [value] = part.kind === "call" && printExpression(part.callee) === "JSON.stringify"
      ? part.args
      : [];
    return value;
  }));
  if (label !== "") values.unshift({ kind: "literal", value: label });
  const [only, ...others] = values;
  const tree: Expression = only !== undefined && others.length === 0 ? only : { kind: "list", items: values };
  return [{ log: printExpression(tree) }];
}

/** The parts that a text is joined of, whatever their types. */
function logged(tree: Expression): Expression[] {
  const parts: Expression[] = [];
  let left = tree;
  for (; left.kind === "binary" && left.operator === "+"; left = left.left) parts.unshift(left.right);
  parts.unshift(left);
  const hasText = parts.some((part) => part.kind === "literal" && typeof part.value === "string");
  return hasText ? parts : [tree];
}

function readIf(element: XmlElement, place: ScxmlPlace): Action[] {
  const branches: { condition: string; actions: Action[] }[] = [];
  let otherwise: Action[] | undefined;
  let here: Action[] = [];
  const before = [...place.known];
  branches.push({ condition: conditionIn(element, attribute(element, "cond"), place), actions: here });
  for (const child of element.children) {
    const isBranch = child.name === "elseif" || child.name === "else";
    if (isBranch) restore(place, before);
    if (child.name === "elseif") {
      branches.push({ condition: conditionIn(child, attribute(child, "cond"), place), actions: here = [] });
    } else if (child.name === "else") otherwise = here = [];
    else here.push(...readAction(child, place));
  }
  restore(place, before);
  forget(element, place);
  const last = branches.reduceRight<Action[] | undefined>(
    (rest, { condition, actions }) => [{
      if: { condition, then: actions, ...(rest === undefined ? {} : { else: rest }) },
    }],
    otherwise,
  );
  return last ?? [];
}

function restore({ known }: ScxmlPlace, before: Iterable<[string, string | number]>): void {
  known.clear();
  for (const [name, value] of before) known.set(name, value);
}

/** Forgets the constants that an element may change. */
function forget(element: XmlElement, { known }: ScxmlPlace): void {
  for (const inner of elementsIn(element)) {
    if (inner.name === "script") known.clear();
    for (const name of ["location", "idlocation", "item", "index"]) {
      known.delete(attribute(inner, name).trim());
    }
  }
}

function readForEach(element: XmlElement, place: ScxmlPlace): Action[] {
  const item = attribute(element, "item");
  const index = attribute(element, "index");
  const odd = [item, ...(index === "" ? [] : [index])].find((name) => !isName(name) || isReservedWord(name));
  if (odd !== undefined) return failing(element, place, `${JSON.stringify(odd)} is no name of a variable`);
  forget(element, place);
  for (const name of [item, index]) place.known.delete(name);
  const list = expressionIn(element, attribute(element, "array"), place);
  const actions: Action[] = [
    // SCXML's item and index are members of the data model, and stay after the loop.
    { assign: { target: item, value: inner(item) } },
    ...(index === "" ? [] : [{ assign: { target: index, value: inner(index) } }]),
    ...readActions(element, place),
  ];
  return [{
    forEach: { list, item: inner(item), ...(index === "" ? {} : { index: inner(index) }), actions },
  }];
}

/** The name of an item inside its loop, beside the member that it sets. */
function inner(name: string): string {
  return `_${name}`;
}
