import {
  collectAllStates,
  type JsonObject,
  type MachineOp,
  type StateMachineDefinition,
} from "@loom/protocol";
import type { Chance } from "./chance.ts";

/** A document to begin with. */
export const DOOR: JsonObject = {
  settings: { namespace: "Home", asynchronous: false },
  events: [{ name: "Hand", events: [{ id: "open" }, { id: "shut" }] }],
  state: { name: "Door", states: [{ name: "Open" }, { name: "Shut" }] },
};

/**
 * An edit of a document. What it adds carries a tag that nothing else has, under `x-tag`.
 *
 * @param isRemoving whether it may take something, or a name, away
 * @returns the edit; `undefined` when there is nothing to do it to
 */
export function randomEdit(
  chance: Chance,
  def: JsonObject,
  tag: string,
  isRemoving = true,
): readonly MachineOp[] | undefined {
  const ops = anyEdit(chance, def, tag);
  return isRemoving || !ops?.some(({ op }) => /remove|rename/.test(op)) ? ops : undefined;
}

function anyEdit(chance: Chance, def: JsonObject, tag: string): readonly MachineOp[] | undefined {
  const machine = def as unknown as StateMachineDefinition;
  const states = collectAllStates(machine.state);
  const state = chance.of(states);
  if (!state) return undefined;
  const index = chance.below(state.transitions?.length ?? 0);
  const tagged = { "x-tag": tag };
  switch (chance.below(14)) {
    case 0:
    case 1:
    case 2:
      return [{
        op: "state.add",
        parent: state.name,
        state: { name: `S${tag}`, ...tagged },
        index: chance.below(3),
      }];
    case 3:
    case 4:
    case 5:
      return [{
        op: "transition.add",
        state: state.name,
        transition: { event: "open", ...tagged },
        index: chance.below(3),
      }];
    case 6:
      return [{ op: "state.update", name: state.name, patch: { description: tag } }];
    case 7:
      return state.transitions &&
        [{ op: "transition.update", state: state.name, index, patch: { condition: tag } }];
    case 8:
      return state.transitions && [{ op: "transition.remove", state: state.name, index }];
    case 9:
      return [{ op: "state.rename", name: state.name, to: `R${tag}` }];
    case 10:
      return state.name === machine.state.name || state.states
        ? undefined
        : [{ op: "state.remove", name: state.name }];
    case 11:
      return [{
        op: "event.add",
        sourceIndex: 0,
        event: { id: `e${tag}`, ...tagged },
        index: chance.below(3),
      }];
    case 12:
      return moved(chance, machine, state.name);
    default:
      return [
        { op: "state.add", parent: null, state: { name: `T${tag}` } },
        {
          op: "transition.add",
          state: `T${tag}`,
          transition: { event: "shut", nextState: `T${tag}`, ...tagged },
        },
        { op: "state.update", name: `T${tag}`, patch: { notes: tag } },
      ];
  }
}

function moved(
  chance: Chance,
  { state: root }: StateMachineDefinition,
  name: string,
): MachineOp[] | undefined {
  const inside = collectAllStates(root).find((state) => state.name === name);
  const taken = new Set(inside ? collectAllStates(inside).map((state) => state.name) : []);
  const parent = chance.of(collectAllStates(root).filter((state) => !taken.has(state.name)));
  if (!parent || name === root.name) return undefined;
  return [{ op: "state.move", name, parent: parent.name, index: chance.below(3) }];
}

/** The tags in a document, once for every time that they stand there. */
export function tagsIn(value: unknown): string[] {
  const tags: string[] = [];
  JSON.stringify(value, (key, member) => {
    if (key === "x-tag") tags.push(String(member));
    return member;
  });
  return tags;
}
