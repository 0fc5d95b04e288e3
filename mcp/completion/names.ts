import { collectStateNames, triggerIds } from "@loom/protocol";
import type { Completer } from "../server/parts.ts";
import { completeWord } from "./complete_word.ts";

/** Completes the name of a state of the active document. */
export const stateNames: Completer = async (begun, _others, session) => {
  const { machine } = await session.readMachine();
  return completeWord(begun, collectStateNames(machine.state));
};

/** Completes the id of an event or a timer of the active document. */
export const eventNames: Completer = async (begun, _others, session) => {
  const { machine } = await session.readMachine();
  return completeWord(begun, triggerIds(machine));
};
