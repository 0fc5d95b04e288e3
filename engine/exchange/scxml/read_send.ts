import type { Action } from "@loom/protocol";
import type { Expression } from "../../expression/ast.ts";
import { printExpression } from "../../expression/mod.ts";
import type { XmlElement } from "../../parse/xml_tree.ts";
import { constantsOf } from "./constants.ts";
import { attribute } from "./elements.ts";
import { sendIdOf } from "./facts.ts";
import { addressOf, eventName, finalizeEvent, isScxmlType, type ScxmlPlace } from "./place.ts";
import { readExpression } from "./read_expression.ts";
import { membersIn, payloadOf, valuesIn } from "./read_payload.ts";
import { expressionIn, failing } from "./read_value.ts";

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
