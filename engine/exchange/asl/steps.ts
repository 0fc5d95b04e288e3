import type { Action } from "@loom/protocol";
import type { Statement } from "../../expression/ast.ts";
import { ExpressionError, parseAction, printExpression } from "../../expression/mod.ts";

/** One thing that a state of Step Functions does: assigning a variable, or calling a Lambda function. */
export type Step =
  | { readonly kind: "assign"; readonly name: string; readonly value: string }
  | { readonly kind: "call"; readonly name: string; readonly args: readonly string[] };

/** Results of reading actions. */
export interface StepPlace {
  /** Notes a variable. */
  assign(name: string): void;
  /** Notes what has no place. */
  leave(where: string, what: string): void;
}

/** The steps of an action: its assignments and calls. */
export function stepsOf(action: Action, where: string, place: StepPlace): Step[] {
  const { assign } = action;
  // Leaving a wait ends it; the timer of a state is the time of its wait.
  if (action.timerStop !== undefined || (action.timerStart !== undefined && where.startsWith("entry of "))) {
    return [];
  }
  const text = action.code ?? (assign === undefined ? undefined : `${assign.target} = ${assign.value}`);
  if (text === undefined) {
    place.leave(where, `an action that is no code (${Object.keys(action).join(", ")})`);
    return [];
  }
  try {
    return parseAction(text).flatMap((statement) => stepOf(statement, where, place));
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    place.leave(where, `the code ${JSON.stringify(text)}, which does not parse`);
    return [];
  }
}

function stepOf(statement: Statement, where: string, place: StepPlace): Step[] {
  if (statement.kind === "assign") {
    const { target, value, operator } = statement;
    if (target.kind === "name") {
      place.assign(target.name);
      const sum = operator === undefined
        ? value
        : { kind: "binary", operator, left: target, right: value } as const;
      return [{ kind: "assign", name: target.name, value: printExpression(sum) }];
    }
    place.leave(where, `the assignment to ${printExpression(target)}`);
    return [];
  }
  const { expression } = statement;
  if (expression.kind !== "call") return [];
  return [{
    kind: "call",
    name: printExpression(expression.callee),
    args: expression.args.map((one) => printExpression(one)),
  }];
}

/** The resource that calls a Lambda function. */
export const INVOKE = "arn:aws:states:::lambda:invoke";

/** The state that takes a step, but for what follows it. */
export function stateOfStep(step: Step, value: (text: string) => unknown): Record<string, unknown> {
  if (step.kind !== "call") return { Type: "Pass", Assign: { [step.name]: value(step.value) } };
  return {
    Type: "Task",
    Resource: INVOKE,
    Arguments: { FunctionName: step.name, Payload: step.args.map(value) },
    // The event stays what the next step gets.
    Output: "{% $states.input %}",
  };
}
