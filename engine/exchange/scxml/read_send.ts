import type { Action } from "@loom/protocol";
import type { Expression } from "../../expression/ast.ts";
import { printExpression } from "../../expression/mod.ts";
import type { XmlElement } from "../../parse/xml_tree.ts";
import { attribute } from "./elements.ts";
import { sendIdOf } from "./facts.ts";
import {
  addressOf,
  type Constant,
  eventName,
  finalizeEvent,
  isScxmlType,
  SCXML_PROCESSOR,
  type ScxmlPlace,
} from "./place.ts";
import { readExpression } from "./read_expression.ts";
import { expressionIn, failing, membersIn, payloadOf, valuesIn } from "./read_value.ts";

/** The attributes of an element that are known, and those that only the run knows. */
interface Settled {
  readonly [name: string]: string | undefined;
}

/** Reads `send`. What its attributes are only in the run is chosen from the values that they can have. */
export function readSend(element: XmlElement, place: ScxmlPlace): Action[] {
  const location = attribute(element, "idlocation").trim();
  const id = sendIdOf(element);
  const actions = chosen(
    element,
    ["type", "target", "event", "delay"],
    place,
    (settled) => send(element, settled, place),
  );
  if (location === "") return actions;
  return [{ assign: { target: location, value: JSON.stringify(id) } }, ...actions];
}

/** Reads `cancel`. */
export function readCancel(element: XmlElement, place: ScxmlPlace): Action[] {
  return chosen(element, ["sendid"], place, ({ sendid }) => sendid === undefined ? [] : [{ cancel: sendid }]);
}

/** The actions for attributes, each as it is written down or for every value that its expression can have. */
function chosen(
  element: XmlElement,
  [name, ...others]: readonly string[],
  place: ScxmlPlace,
  make: (settled: Settled) => Action[],
  settled: Settled = {},
): Action[] {
  if (name === undefined) return make(settled);
  const plain = element.attributes.get(name);
  const source = element.attributes.get(`${name}expr`);
  const next = (value: string | undefined) =>
    chosen(element, others, place, make, { ...settled, [name]: value });
  if (plain !== undefined || source === undefined) return next(plain);
  const values = constantsOf(source, place);
  if (values === undefined) {
    if (name === "delay") return next(undefined);
    return failing(
      element,
      place,
      `only the run knows ${name}expr=${JSON.stringify(source)}: write the ${name} down`,
    );
  }
  const [only, ...more] = values;
  if (only !== undefined && more.length === 0) return next(String(only));
  const text = expressionIn(element, source, place);
  return values.reduceRight<Action[]>(
    (rest, value) => [{
      if: {
        condition: `${text} == ${JSON.stringify(value)}`,
        then: next(String(value)),
        ...(rest.length === 0 ? {} : { else: rest }),
      },
    }],
    [],
  );
}

function send(
  element: XmlElement,
  { type = "", target = "", event: name, delay: time }: Settled,
  place: ScxmlPlace,
) {
  if (/BasicHTTPEventProcessor$/i.test(type)) {
    place.remark("The <send> over HTTP was left out: its error is raised instead.", element);
    return raised("error.communication", {}, place);
  }
  if (!isScxmlType(type)) {
    return failing(
      element,
      place,
      `events of the type ${JSON.stringify(type)} cannot be sent, only those of SCXML`,
    );
  }
  if (name === undefined) return failing(element, place, "it names no event");
  const event = eventName(name);
  const asked = element.attributes.has("id") || element.attributes.has("idlocation");
  const id = asked ? { sendid: sendIdOf(element) } : {};
  const to = receiverOf(target, place);
  if (to === "illegal") return illegalTarget(element, target, id, place);
  if (to === "nobody") {
    place.remark(
      `The target ${JSON.stringify(target)} of <send> does not exist: its error is raised instead.`,
      element,
    );
    return raised("error.communication", id, place);
  }
  const values = valuesIn(element, place);
  if (to === "internal") {
    return [{ raise: event, ...payloadOf(values, place, { event, type: "internal", ...id }) }];
  }
  const isRelayed = to === "parent" && place.relayed !== undefined;
  const data = payloadOf(values, place, { event, type: "external", ...id, to });
  if (isRelayed) place.relayed?.set(event, membersIn(data.data));
  const delay = delayOf(element, time, place);
  const isNamed = element.attributes.has("id") || (asked && "delay" in delay);
  return [{
    send: {
      event: isRelayed ? finalizeEvent(place.invokeId ?? "", event) : event,
      ...(to === undefined ? {} : { to }),
      ...delay,
      ...(isNamed ? { id: sendIdOf(element) } : {}),
      ...data,
    },
  }];
}

/** An illegal target ends the block; where texts ask for the id of what was sent, the error brings it along. */
function illegalTarget(
  element: XmlElement,
  target: string,
  id: { readonly sendid?: string },
  place: ScxmlPlace,
): Action[] {
  const failed = failing(element, place, `${JSON.stringify(target)} is no target`);
  return place.facts.eventMembers.has("sendid") ? raised("error.action", id, place) : failed;
}

function raised(event: string, id: { readonly sendid?: string }, place: ScxmlPlace): Action[] {
  return [{ raise: event, ...payloadOf(undefined, place, { event, type: "platform", ...id }) }];
}

/** The receiver of a target: `undefined` for this machine. */
function receiverOf(target: string, { session, facts }: ScxmlPlace): string | undefined {
  if (target === "" || target === addressOf(session)) return undefined;
  if (target === "#_internal") return "internal";
  if (target === "#_parent") return "parent";
  if (target.startsWith("#_scxml_")) return "nobody";
  const id = /^#_(.+)$/.exec(target)?.[1];
  if (id === undefined) return "illegal";
  return facts.invokes.includes(id) ? id : "nobody";
}

/** A delay: of an expression that joins a number and a unit, the number. */
function delayOf(
  element: XmlElement,
  text: string | undefined,
  place: ScxmlPlace,
): { readonly delay?: string | number } {
  if (text !== undefined && text !== "") {
    const delay = milliseconds(text);
    if (delay !== undefined) return { delay };
    place.remark(
      `The delay ${JSON.stringify(text)} was left out: it is no time such as 500ms or 2s.`,
      element,
    );
    return {};
  }
  const source = element.attributes.get("delayexpr");
  if (source === undefined) return {};
  const factor = joinedUnit(readExpression(source, place).tree);
  if (factor !== undefined) return { delay: factor };
  place.remark(`The delay of <send> is read as milliseconds: ${source}.`, element);
  return { delay: expressionIn(element, source, place) };
}

function joinedUnit(tree: Expression | undefined): string | undefined {
  if (tree?.kind !== "binary" || tree.operator !== "+" || tree.right.kind !== "literal") return undefined;
  const factor = milliseconds(`1${tree.right.value}`);
  if (factor === undefined || !/^[a-z]+$/.test(String(tree.right.value))) return undefined;
  if (factor === 1) return printExpression(tree.left);
  return printExpression({
    kind: "binary",
    operator: "*",
    left: tree.left,
    right: { kind: "literal", value: factor },
  });
}

/** The milliseconds of a CSS time. */
export function milliseconds(text: string): number | undefined {
  const [, number, unit] = /^\s*([+]?(?:\d+\.?\d*|\.\d+))\s*(ms|s|m|h|d)?\s*$/i.exec(text) ?? [];
  if (number === undefined) return undefined;
  const factor = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }[(unit ?? "ms").toLowerCase()] ??
    1;
  return Number(number) * factor;
}

/** The most values that one expression is followed to. */
const MOST_VALUES = 16;

/**
 * The values that an expression can have, where the document writes all of them down: constants, and variables that are set
 * to constants only. A variable that is built up from itself is followed once.
 */
export function constantsOf(text: string, place: ScxmlPlace): readonly Constant[] | undefined {
  const { tree } = readExpression(text, place);
  const values = tree === undefined ? undefined : valuesOf(tree, place, new Set());
  if (values === undefined || values.length > MOST_VALUES) return undefined;
  return [...new Set(values)];
}

function valuesOf(
  tree: Expression,
  place: ScxmlPlace,
  around: ReadonlySet<string>,
): readonly Constant[] | undefined {
  switch (tree.kind) {
    case "literal":
      return typeof tree.value === "string" || typeof tree.value === "number" ? [tree.value] : undefined;
    case "name":
      return valuesOfName(tree.name, place, around);
    case "member":
      if (!isEvent(tree.object)) return undefined;
      if (tree.name === "origintype") return [SCXML_PROCESSOR];
      return tree.name === "origin" && place.facts.invokes.length === 0
        ? [addressOf(place.session)]
        : undefined;
    case "binary": {
      if (tree.operator !== "+") return undefined;
      const left = valuesOf(tree.left, place, around);
      const right = valuesOf(tree.right, place, around);
      if (left === undefined || right === undefined || left.length * right.length > MOST_VALUES) {
        return undefined;
      }
      return left.flatMap((one) => right.map((other) => `${one}${other}`));
    }
    default:
      return undefined;
  }
}

function valuesOfName(
  name: string,
  place: ScxmlPlace,
  around: ReadonlySet<string>,
): readonly Constant[] | undefined {
  const known = place.known.get(name);
  if (known !== undefined) return [known];
  const variable = place.facts.variables.get(name);
  if (variable === undefined || !variable.isKnown || around.size > MOST_VALUES) return undefined;
  const inside = new Set([...around, name]);
  const values: Constant[] = [...variable.constants];
  for (const text of variable.texts) {
    const { tree } = readExpression(text, place);
    // A text that does not run sets nothing; a variable that leads back to itself is followed once.
    if (tree === undefined || (around.has(name) && tree.kind !== "literal")) continue;
    const some = valuesOf(tree, place, inside);
    if (some === undefined) return undefined;
    values.push(...some);
  }
  return values;
}

function isEvent(tree: Expression): boolean {
  return tree.kind === "name" && tree.name === "_event";
}
