import type { Action } from "@loom/protocol";
import type { Expression } from "../../expression/ast.ts";
import { ExpressionError, parseGuard } from "../../expression/mod.ts";
import type { XmlElement } from "../../parse/xml_tree.ts";
import { attribute } from "./elements.ts";
import { normalCondition } from "./javascript.ts";
import type { ScxmlPlace } from "./place.ts";
import { type ReadExpression, readExpression } from "./read_expression.ts";

/** A text as a literal of the language: JSON as it is, anything else as one line of text. */
export function literalOf(text: string): string {
  const trimmed = text.trim();
  try {
    return JSON.stringify(JSON.parse(trimmed));
  } catch {
    return JSON.stringify(trimmed.replace(/\s+/g, " "));
  }
}

/** The value of an `assign` or a `data`: its expression, else its content. */
export function valueOf(element: XmlElement, place: ScxmlPlace): string {
  const source = element.attributes.get("expr");
  if (source !== undefined) return expressionIn(element, source, place);
  const path = element.attributes.get("src");
  const text = path === undefined ? element.text.trim() : place.file(path);
  if (text === undefined) {
    place.remark(
      `The source of the data "${attribute(element, "id")}" was left out: it could not be read.`,
      element,
    );
  }
  if (element.children.length > 0) {
    place.remark(`The XML inside <${element.name}> was left out: data are plain values.`, element);
  }
  if (text === undefined || text === "") return "null";
  const read = readExpression(text, place);
  return read.problem === undefined && read.tree?.kind !== "name" ? read.text : literalOf(text);
}

/** An expression; what cannot be read is noted and kept. */
export function expressionIn(element: XmlElement, source: string, place: ScxmlPlace): string {
  return kept(element, readExpression(source, place), place);
}

/** A condition, of which only the truth matters. */
export function conditionIn(element: XmlElement, source: string, place: ScxmlPlace): string {
  return expressionIn(element, normalCondition(source), place);
}

/** The text of what was read; what cannot be read is noted. */
export function kept(element: XmlElement, { text, problem }: ReadExpression, place: ScxmlPlace): string {
  if (problem !== undefined && text !== "") {
    place.failures++;
    place.remark(`The text ${JSON.stringify(text)} was taken over and cannot run: ${problem}.`, element);
  }
  return text;
}

/** The tree of a text of the language of machines; `undefined` when it does not parse. */
export function parsed(text: string): Expression | undefined {
  try {
    return parseGuard(text);
  } catch (error) {
    if (error instanceof ExpressionError) return undefined;
    throw error;
  }
}

/** True for a text that does not run, with a reason why. */
export function isFailing(text: string): boolean {
  return /^\([\s\S]*;\)$/.test(text);
}

/** An action that fails when it runs, since its text does not parse: what SCXML calls an error of execution. */
export function failing(element: XmlElement, place: ScxmlPlace, reason: string): Action[] {
  place.failures++;
  place.remark(`The element <${element.name}> fails when it runs: ${reason}.`, element);
  return [{ code: `<${element.name}> fails: ${reason};` }];
}
