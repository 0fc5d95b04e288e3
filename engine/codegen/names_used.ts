import type { Expression, Statement } from "../expression/ast.ts";
import { isForbidden } from "../expression/names.ts";
import { everyPart, expressionsOf, targetsOf } from "./expression_walk.ts";

/** Names that the guards and actions of a machine use. */
export class NamesUsed {
  /** The plain names that are read or assigned, by first use. */
  readonly data: Set<string> = new Set();
  /** The plain names that are assigned. */
  readonly assigned: Set<string> = new Set();
  /** By plain name, the members that are called on it, by first use. */
  readonly methods: Map<string, Set<string>> = new Map();
  /** By plain name, the members of it that are read or assigned. */
  readonly properties: Map<string, Set<string>> = new Map();

  /** Takes in the statements of an action. */
  addStatements(statements: readonly Statement[]): void {
    for (const target of targetsOf(statements)) if (target.kind === "name") this.assigned.add(target.name);
    this.addExpressions(expressionsOf(statements));
  }

  /** Takes in guards and durations. */
  addExpressions(expressions: readonly Expression[]): void {
    const called = new Set<Expression>();
    for (const part of everyPart(expressions)) {
      if (part.kind === "call") called.add(part.callee);
      else if (part.kind === "name") {
        if (!called.has(part) && !isForbidden(part.name)) this.data.add(part.name);
      } else if (part.kind === "member" && part.object.kind === "name") {
        addTo(called.has(part) ? this.methods : this.properties, part.object.name, part.name);
      }
    }
  }
}

function addTo(lists: Map<string, Set<string>>, key: string, value: string): void {
  const list = lists.get(key);
  if (list) list.add(value);
  else lists.set(key, new Set([value]));
}
