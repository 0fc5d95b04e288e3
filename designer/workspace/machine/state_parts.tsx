import { type StateMachineDefinition, transitionText } from "@loom/protocol";
import type { EnteredTransition } from "../../canvas/mod.ts";
import { AddLine } from "../add_line.tsx";
import type { EditedElement } from "../command_fields.ts";
import { useWorkspace } from "../context.ts";
import { Icon } from "../icon.tsx";
import { enteredTransition, opsOf } from "../machine_edits.ts";
import { ActionList } from "./action_list.tsx";
import { actionOf, actionsAt, actionSource, transitionsAt } from "./lookup.ts";

/** The transitions of a state, and what it does when it is entered and left. */
export function StateParts({ element }: { readonly element: EditedElement }) {
  return (
    <>
      <Transitions element={element} />
      <HookActions element={element} hook="onEntry" title="On entry" />
      <HookActions element={element} hook="onExit" title="On exit" />
    </>
  );
}

function Transitions({ element }: { readonly element: EditedElement }) {
  const { def, edit, run, select, setMode } = useWorkspace();
  const { name } = element;
  const machine = def as object as StateMachineDefinition;
  return (
    <section class="part" aria-label="Transitions">
      <h3>Transitions</h3>
      {transitionsAt(def, element).map((transition, index) => (
        <div class="line" key={index}>
          <button
            type="button"
            class="plain"
            onClick={() => {
              setMode("design");
              select(`transition:${name}:${index}`);
            }}
          >
            {arrow(name, transitionText(name, transition))}
          </button>
          <button
            type="button"
            class="ghost icon-only"
            title="Remove transition"
            onClick={() => run("transition.remove", { state: name, index })}
          >
            <Icon name="close" />
            <span class="visually-hidden">Remove transition {index + 1}</span>
          </button>
        </div>
      ))}
      <AddLine
        label="Add transition"
        placeholder="event → Target, after 5s → Target"
        onAdd={(text) => {
          const added = enteredTransition(machine, { from: name }, transitionIn(text));
          if ("refusal" in added) return added.refusal;
          edit(opsOf(added), added.summary);
          return undefined;
        }}
      />
    </section>
  );
}

/** The text without the name of the state, which stands above: `open → Opened`. */
function arrow(name: string, text: string): string {
  const rest = text.startsWith(name) ? text.slice(name.length).trim() : text;
  return rest.replace(/^─\[(.*?)\]→/, (_, event: string) => `${event || "at once"} →`);
}

/** The transition that a line such as `open -> Open [isFree]` or `after 5s -> Shut` stands for. */
function transitionIn(line: string): EnteredTransition {
  const [, before = line, guard = ""] = /^(.*?)\s*\[(.*)\]\s*$/.exec(line) ?? [];
  const [event = "", to = ""] = before.split(/\s*(?:→|->|=>)\s*/, 2);
  return { event: event.trim(), to: to.trim(), guard };
}

interface HookActionsProps {
  readonly element: EditedElement;
  readonly hook: "onEntry" | "onExit";
  readonly title: string;
}

function HookActions({ element: { name: state, path }, hook, title }: HookActionsProps) {
  const { def, run } = useWorkspace();
  return (
    <ActionList
      title={title}
      actions={actionsAt(def, `${path}/${hook}/actions`).map(actionSource)}
      onAdd={(text) => run("action.add", { state, hook, action: actionOf(text) })}
      onChange={(index, text) => run("action.update", { state, hook, index, action: actionOf(text) })}
      onRemove={(index) => run("action.remove", { state, hook, index })}
    />
  );
}
