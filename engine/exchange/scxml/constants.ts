import type { Expression } from "../../expression/ast.ts";
import { readExpression } from "./read_expression.ts";
import { addressOf, type Constant, SCXML_PROCESSOR, type ScxmlPlace } from "./place.ts";

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
