import { transitionText } from "@loom/protocol";
import { AddLine } from "../add_line.tsx";
import type { EditedElement } from "../command_fields.ts";
import { useWorkspace } from "../context.ts";
import { Icon } from "../icon.tsx";
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
  const { def, run, select, setMode } = useWorkspace();
  const { name } = element;
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
        placeholder="event → Target"
        onAdd={(text) => run("transition.add", { state: name, ...transitionIn(text) })}
      />
    </section>
  );
}

/** The text without the name of the state, which stands above: `open → Opened`. */
function arrow(name: string, text: string): string {
  const rest = text.startsWith(name) ? text.slice(name.length).trim() : text;
  return rest.replace(/^─\[(.*?)\]→/, (_, event: string) => `${event || "at once"} →`);
}

/** The transition that a line such as `open -> Open [isFree]` stands for; names that are new are declared. */
function transitionIn(line: string): Readonly<Record<string, unknown>> {
  const [, before = line, condition] = /^(.*?)\s*\[(.*)\]\s*$/.exec(line) ?? [];
  const [event = "", nextState] = before.split(/\s*(?:→|->|=>)\s*/, 2);
  return {
    event: event.trim(),
    ...(nextState ? { nextState: nextState.trim() } : {}),
    ...(condition ? { condition } : {}),
  };
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
