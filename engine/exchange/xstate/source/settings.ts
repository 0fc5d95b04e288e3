/**
 * Members of the context that an action sets.
 *
 * @module
 */
import type { Action } from "@loom/protocol";
import type { Expression } from "../../../expression/ast.ts";
import { printExpression } from "../../../expression/mod.ts";
import { isForbidden, isName } from "../../../expression/names.ts";
import { namesIn, NotSimple } from "./expressions.ts";
import type { FunctionReader } from "./read_function.ts";
import { bare, keyOf, part, type SyntaxNode, word } from "./syntax.ts";

/** One member to set: the actions, and the names that its value reads. */
export interface Setting {
  readonly target: string;
  readonly actions: readonly Action[];
  readonly reads: ReadonlySet<string>;
}

/** Sets a member to a value. */
export function settingOf(target: string, value: Expression): Setting {
  checkTarget(target);
  return {
    target,
    reads: namesIn(value),
    actions: [{ assign: { target, value: printExpression(value) } }],
  };
}

/** A value that is chosen becomes an `if`. */
export function settingIn(reader: FunctionReader, target: string, node: SyntaxNode): Setting {
  const setting = chosenIn(reader, target, node);
  reader.check();
  return setting;
}

function chosenIn(reader: FunctionReader, target: string, node: SyntaxNode): Setting {
  const isDefault = node.type === "LogicalExpression" && word(node, "operator") === "??";
  if (!isDefault && node.type !== "ConditionalExpression") {
    return accumulated(reader, target, node) ?? settingOf(target, reader.expression(node));
  }
  const of = (member: string): SyntaxNode => bare(part(node, member) ?? node);
  const test: Expression = isDefault
    ? {
      kind: "comparison",
      operator: "!=",
      left: reader.expression(of("left")),
      right: { kind: "literal", value: null },
    }
    : reader.condition(of("test"));
  if (test.kind === "literal") return chosenIn(reader, target, of(test.value ? "consequent" : "alternate"));
  const then = chosenIn(reader, target, of(isDefault ? "left" : "consequent"));
  const otherwise = chosenIn(reader, target, of(isDefault ? "right" : "alternate"));
  return {
    target,
    reads: new Set([...namesIn(test), ...then.reads, ...otherwise.reads]),
    actions: [ifAction(test, [...then.actions], [...otherwise.actions])],
  };
}

/** `context.count + event.count`: `+=` reads the context, also where the event has a member of this name. */
function accumulated(reader: FunctionReader, target: string, node: SyntaxNode): Setting | undefined {
  const [left, right] = [part(node, "left"), part(node, "right")];
  const operator = word(node, "operator");
  if (left === undefined || right === undefined || !/^(?:[-+*/%]|\*\*)$/.test(operator)) return undefined;
  const isOwn = /^(?:context|ctx)$/.test(word(bare(left), "object")) &&
    keyOf(bare(left), "property") === target;
  if (!isOwn) return undefined;
  const value = reader.expression(right);
  if (!namesIn(value).has(target) && !reader.place.payload.has(target)) return undefined;
  checkTarget(target);
  return {
    target,
    reads: namesIn(value),
    actions: [{ code: `${target} ${operator}= ${printExpression(value)}` }],
  };
}

/** @throws {NotSimple} When actions cannot set a member of this name. */
export function checkTarget(target: string): void {
  if (!isName(target) || isForbidden(target)) throw new NotSimple(`"${target}" is no name in actions`);
}

/** One list of actions or the other. */
export function ifAction(condition: Expression, then: Action[], otherwise: Action[]): Action {
  return {
    if: {
      condition: printExpression(condition),
      then,
      ...(otherwise.length > 0 ? { else: otherwise } : {}),
    },
  };
}

/** The settings so that none reads what another has set before: all of them see the context as it was. */
export function inOrder(settings: readonly Setting[]): Setting[] {
  const waiting = [...settings];
  const sorted: Setting[] = [];
  while (waiting.length > 0) {
    const free = waiting.findIndex(({ target }) =>
      waiting.every((other) => other.target === target || !other.reads.has(target))
    );
    if (free < 0) throw new NotSimple("it swaps members of the context");
    sorted.push(...waiting.splice(free, 1));
  }
  return sorted;
}
