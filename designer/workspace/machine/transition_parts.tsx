import { changesFrom, isObject, memberAt } from "@loom/protocol";
import { guardCompletions, guardNames } from "../../canvas/machine/guard_names.ts";
import type { EditedElement } from "../command_fields.ts";
import { useWorkspace } from "../context.ts";
import { InstantField, type InstantFieldProps } from "../instant_field.tsx";
import { ActionList } from "./action_list.tsx";
import { actionOf, actionsAt, actionSource, triggersAt } from "./lookup.ts";

/** A field of a transition. */
interface TransitionField {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly isMono?: boolean;
  readonly rows?: number;
  readonly choices?: readonly string[];
}

const FIELDS: readonly TransitionField[] = [
  {
    name: "event",
    label: "Event",
    hint: "The event or timer that takes it; without one it is taken at once.",
  },
  { name: "nextState", label: "Target", hint: "The state that it leads to; without one it is internal." },
  { name: "condition", label: "Guard", hint: "It is taken only where this holds.", isMono: true },
  { name: "after", label: "After", hint: "In place of an event: milliseconds in the state.", isMono: true },
  {
    name: "type",
    label: "Type",
    hint: "External: a transition to the inside leaves and enters its state too.",
    choices: ["local", "external"],
  },
  { name: "description", label: "Description", hint: "Why it is there.", rows: 2 },
];

/** The values and actions of a transition. */
export function TransitionParts({ element }: { readonly element: EditedElement }) {
  const { def, elements, findings, run, select } = useWorkspace();
  const { path, naming } = element;
  const [state = "", index = 0] = [naming?.["state"], Number(naming?.["index"])];
  const value = memberAt(def, path);
  const values = isObject(value) ? value as Readonly<Record<string, unknown>> : {};
  const actions = actionsAt(def, `${path}/actions`);
  const guards = guardNames(def, textOf(values["event"]));
  const names: Readonly<Record<string, InstantFieldProps["names"]>> = {
    event: triggersAt(elements),
    nextState: elements.filter(({ type }) => type === "state").map(({ name }) => name),
    condition: (draft) => guardCompletions(draft, guards),
  };
  const setActions = (next: readonly unknown[]) => run("transition.update", { state, index, actions: next });
  return (
    <>
      <div class="fields">
        <p class="from">
          From <button type="button" class="link" onClick={() => select(`state:${state}`)}>{state}</button>
        </p>
        {FIELDS.map(({ name, label, hint, isMono, rows, choices }) => (
          <InstantField
            key={`${element.name} ${name}`}
            label={label}
            hint={hint}
            isMono={isMono ?? false}
            rows={rows ?? 1}
            input={choices === undefined
              ? { type: "text" }
              : { type: "choice", choices, fallback: choices[0] }}
            text={textOf(values[name])}
            names={names[name]}
            finding={findings.find((one) => one.path === `${path}/${name}`)?.message}
            onCommit={(text) =>
              run("transition.update", { state, index, changes: changesFrom({ [name]: text }) })}
          />
        ))}
      </div>
      <ActionList
        title="Actions"
        actions={actions.map(actionSource)}
        onAdd={(text) => setActions([...actions, actionOf(text)])}
        onChange={(at, text) => setActions(actions.map((one, place) => place === at ? actionOf(text) : one))}
        onRemove={(at) => setActions(actions.filter((_, place) => place !== at))}
      />
    </>
  );
}

function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
