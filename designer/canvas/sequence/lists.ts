import { allMessages, type SequenceDefinition, textOrEmpty } from "@loom/protocol";
import { type Step, stepsOf } from "@loom/protocol/drawing";
import type { MirrorItem, MirrorList } from "../mirror.tsx";
import type { SequenceReplay } from "./board.ts";
import { fragmentKey, messageKey, participantKey, type SequenceScene } from "./scene.ts";

/** The participants, then the messages from top to bottom, with the fragments that they are in, as sentences. */
export function sequenceLists(
  def: SequenceDefinition,
  { drawing: { lifelines } }: SequenceScene,
  replay: SequenceReplay | undefined,
): MirrorList[] {
  const passed = new Set(replay?.passed);
  const values = new Map(allMessages(def).map(({ ref, value }) => [ref, value]));
  const stateOf = (ref: string) =>
    replay?.stopped?.ref === ref ? `, stops: ${replay.stopped.reason}` : passed.has(ref) ? ", is taken" : "";
  const itemsOf = (steps: readonly Step[], level: number): MirrorItem[] =>
    steps.flatMap((step): MirrorItem[] => {
      if (step.is === "message") {
        const { ref } = step.message;
        return [{
          key: messageKey(ref),
          text: () => `${messageSentence(ref, values.get(ref) ?? {})}${stateOf(ref)}`,
          level,
        }];
      }
      return step.operands.flatMap(({ fragment, label, steps: own }) =>
        fragment === undefined ? itemsOf(own, level) : [
          {
            key: fragmentKey(fragment.ref),
            text: () => `${step.kind} ${label}, fragment`,
            level,
          },
          ...itemsOf(own, level + 1),
        ]
      );
    });
  const participants = lifelines.map(({ name, kind }) => ({
    key: participantKey(name),
    text: () => `${name}, ${kind ?? "participant"}`,
    level: 1,
  }));
  const items = [...participants, ...itemsOf(stepsOf(def), 1)];
  return [{ role: "tree", label: "Participants and messages", items }];
}

function messageSentence(ref: string, message: Readonly<Record<string, unknown>>): string {
  const { from, to, label, event, state, reply, optional } = message;
  const [raised, then] = [textOrEmpty(event), textOrEmpty(state)];
  return [
    `${ref}: ${textOrEmpty(from)} to ${textOrEmpty(to)}: ${textOrEmpty(label)}`,
    raised === "" ? "" : `raises ${raised}`,
    then === "" ? "" : `then ${then}`,
    reply === true ? "answer" : "",
    optional === true ? "optional" : "",
  ].filter((part) => part !== "").join(", ");
}
