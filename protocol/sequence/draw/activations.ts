import { textOf } from "../../located.ts";
import type { MessageStep, Step } from "../steps.ts";

/** The messages that are answered, by their addresses. */
export interface Answers {
  /** Messages with an answer. */
  readonly answered: ReadonlySet<string>;
  /** The answers; each ends the activation of its sender. */
  readonly answers: ReadonlySet<string>;
}

/** Finds for each answer the message that it answers: the last open one the other way round, within its operand. */
export function answersOf(steps: readonly Step[]): Answers {
  const answered = new Set<string>();
  const answers = new Set<string>();
  const read = (list: readonly Step[]) => {
    const open: MessageStep["message"][] = [];
    for (const step of list) {
      if (step.is === "frame") {
        for (const operand of step.operands) read(operand.steps);
        continue;
      }
      const { message } = step;
      const [from, to] = [textOf(message.value.from), textOf(message.value.to)];
      if (message.value.reply !== true) {
        if (from !== to) open.push(message);
        continue;
      }
      const at = open.findLastIndex(({ value }) => value.from === to && value.to === from);
      const [call] = at < 0 ? [] : open.splice(at, 1);
      if (call === undefined) continue;
      answered.add(call.ref);
      answers.add(message.ref);
    }
  };
  read(steps);
  return { answered, answers };
}
