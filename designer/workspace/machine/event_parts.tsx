import type { Event, Parameter, Transition } from "@loom/protocol";
import { isObject, memberAt, transitionText } from "@loom/protocol";
import { AddLine } from "../add_line.tsx";
import type { EditedElement } from "../command_fields.ts";
import { useWorkspace } from "../context.ts";
import { Icon } from "../icon.tsx";

/** The payload of an event, and the transitions that it takes. */
export function EventParts({ element }: { readonly element: EditedElement }) {
  const { def, elements, edit, select } = useWorkspace();
  const { name: event, path } = element;
  const value = memberAt(def, path);
  const parameters: readonly Parameter[] = isObject(value) ? (value as Event).parameters ?? [] : [];
  const set = (next: readonly Parameter[], summary: string) => {
    const change = next.length === 0 ? { patch: {}, unset: ["parameters"] } : { patch: { parameters: next } };
    edit([{ op: "event.update", id: event, ...change }], summary);
  };
  const uses = elements.flatMap((one) => {
    const transition = one.type === "transition" ? memberAt(def, one.path) : undefined;
    return isTaking(transition, event) ? [{ name: one.name, transition }] : [];
  });
  return (
    <>
      <section class="part" aria-label="Payload">
        <h3>Payload</h3>
        {parameters.map(({ name, type }, index) => (
          <div class="line" key={name}>
            <span class="mono grow">{name}: {type}</span>
            <button
              type="button"
              class="ghost icon-only"
              title="Remove parameter"
              onClick={() => set(parameters.filter((_, at) => at !== index), `Removed parameter ${name}.`)}
            >
              <Icon name="close" />
              <span class="visually-hidden">Remove parameter {name}</span>
            </button>
          </div>
        ))}
        <AddLine
          label="Add parameter"
          placeholder="name: type"
          onAdd={(text) => {
            const [name = "", type = "string"] = text.split(/\s*:\s*/, 2);
            if (
              parameters.some((one) => one.name === name)
            ) return `There is a parameter "${name}": choose another name.`;
            set([...parameters, { name, type }], `Added parameter ${name}.`);
            return undefined;
          }}
        />
      </section>
      <section class="part" aria-label="Taken by">
        <h3>Taken by</h3>
        {uses.length === 0 ? <p class="quiet">No transition.</p> : uses.map(({ name, transition }) => (
          <button
            key={name}
            type="button"
            class="plain"
            onClick={() => select(`transition:${name}`)}
          >
            {transitionText(name.slice(0, name.lastIndexOf(":")), transition).replace(/ ─\[.*?\]→/, " →")}
          </button>
        ))}
      </section>
    </>
  );
}

function isTaking(value: unknown, event: string): value is Transition {
  if (!isObject(value)) return false;
  const { event: one, events } = value as Transition;
  return one === event || (Array.isArray(events) && events.includes(event));
}
