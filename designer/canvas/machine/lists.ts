import type { MirrorItem, MirrorList } from "../mirror.tsx";
import { stateKey, transitionKey, transitionName } from "./board.ts";
import type { Scene } from "./scene.ts";

/** The states as a tree and the transitions as a list, for those who do not see the board. */
export function machineLists(scene: Scene, active: ReadonlySet<string>): MirrorList[] {
  const name = scene.drawing.name;
  const states: MirrorItem[] = [];
  const visit = (keys: readonly string[], level: number) => {
    for (const key of keys) {
      states.push({
        key: stateKey(key),
        level,
        text: () => scene.byKey.get(key)?.name || "unnamed",
        more: () => moreOf(scene, key, active),
      });
      visit(scene.children.get(key) ?? [], level + 1);
    }
  };
  visit((scene.children.get(undefined) ?? []).filter((key) => !scene.ghosts.has(key)), 1);
  // Lines first, then the transitions that stay inside of their states.
  const ids = [
    ...scene.edges.filter(({ kind }) => kind !== "further").map(({ id }) => id),
    ...scene.rowById.keys(),
  ];
  return [
    { role: "tree", label: `States${name === "" ? "" : ` of ${name}`}`, items: states },
    {
      role: "listbox",
      label: "Transitions",
      items: ids.map((id) => ({ key: transitionKey(id), level: 1, text: () => transitionName(scene, id) })),
      beside(key, isRight) {
        const edge = scene.edgeById.get(key.slice("transition:".length));
        return edge && stateKey(isRight ? edge.to : edge.from);
      },
    },
  ];
}

/** Transitions of a state that are read at most. */
const MOST = 8;

/** More about a state than its name. */
function moreOf(scene: Scene, key: string, active: ReadonlySet<string>): string {
  const state = scene.byKey.get(key);
  const out = (scene.edgesOf.get(key) ?? []).filter(({ from }) => from === key);
  const said = out.slice(0, MOST).map(({ event, to, kind }) =>
    `${kind === "join" ? "when complete" : event === "" ? "at once" : `on ${event}`} to ${
      scene.byKey.get(to)?.name ?? to
    }`
  );
  return [
    scene.initials.has(key) ? "initial" : "",
    state?.kind === "normal" ? "" : state?.kind ?? "",
    state?.slot === "region" ? "region" : "",
    active.has(state?.name ?? "") ? "active" : "",
    ...said,
    out.length > MOST ? `and ${out.length - MOST} more` : "",
  ].filter(Boolean).join(", ");
}
