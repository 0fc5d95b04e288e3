import {
  collectStateNames,
  didYouMean,
  findElement,
  MACHINE_KIND,
  type MachineElement,
  transitionsTouching,
  triggerIds,
} from "@loom/protocol";
import { eventNames, stateNames } from "../completion/complete_word.ts";
import type { ResourceTemplateRow } from "../server/parts.ts";
import type { MachineDocument, Session, SessionChange } from "../session/session.ts";
import { ToolError } from "../tool.ts";
import { concerns } from "./documents.ts";

const changesMachine = (change: SessionChange, session: Session): boolean =>
  concerns(change, session, MACHINE_KIND.kind);

/** Parts of the machine in the active document, by their names. */
export const ELEMENTS: readonly ResourceTemplateRow[] = [
  {
    uriTemplate: "loom://state/{name}",
    name: "state",
    title: "State",
    description: "A state: where it stands, the transitions that touch it, its definition.",
    kind: MACHINE_KIND.kind,
    mimeType: "application/json",
    changesWith: changesMachine,
    complete: { name: stateNames },
    read: async ({ name = "" }, { session }) => {
      const document = await session.readMachine();
      const state = findElement(document.machine, name, ["state"]);
      if (state !== undefined) return { content: elementText(document, state) };
      throw notFound("state", name, collectStateNames(document.machine.state), "list_states");
    },
  },
  {
    uriTemplate: "loom://event/{name}",
    name: "event",
    title: "Event or timer",
    description: "An event or a timer: its source, the transitions that wait for it, its definition.",
    kind: MACHINE_KIND.kind,
    mimeType: "application/json",
    changesWith: changesMachine,
    complete: { name: eventNames },
    read: async ({ name = "" }, { session }) => {
      const document = await session.readMachine();
      const event = findElement(document.machine, name, ["event", "timer"]);
      if (event !== undefined) return { content: elementText(document, event) };
      throw notFound("event", name, triggerIds(document.machine), "list_events");
    },
  },
];

function elementText({ machine, revision }: MachineDocument, element: MachineElement): string {
  const { type, name, path, inside, value } = element;
  const transitions = transitionsTouching(machine, element);
  return JSON.stringify({ type, name, path, inside, revision, transitions, definition: value }, null, 2);
}

function notFound(what: string, name: string, names: readonly string[], tool: string): ToolError {
  const hint = didYouMean(name, names);
  return new ToolError(
    "not_found",
    `There is no ${what} ${JSON.stringify(name)}${hint === "" ? `: ${tool} names all.` : `.${hint}`}`,
  );
}
