import { changesFrom, type DataField, isObject, type JsonObject } from "@loom/protocol";
import { AddLine } from "../add_line.tsx";
import { useWorkspace } from "../context.ts";
import { Icon } from "../icon.tsx";
import { InstantField } from "../instant_field.tsx";
import { dataAt, eventsAt } from "./lookup.ts";

/** The settings, events and data of a machine. */
export function MachineParts() {
  return (
    <>
      <Settings />
      <Events />
      <Data />
    </>
  );
}

/** The settings that people change; names of generated code stand in the form of all edits. */
const SETTINGS = [
  { name: "description", label: "Description", rows: 3, hint: "What the machine is for." },
  { name: "namespace", label: "Namespace", hint: "A dotted name, for generated code." },
] as const;

function Settings() {
  const { def, run } = useWorkspace();
  const settings: JsonObject = isObject(def["settings"]) ? def["settings"] as JsonObject : {};
  return (
    <div class="fields">
      {SETTINGS.map(({ name, label, hint, ...more }) => (
        <InstantField
          key={name}
          label={label}
          hint={hint}
          input={{ type: "text" }}
          rows={"rows" in more ? more.rows : 1}
          text={typeof settings[name] === "string" ? settings[name] : ""}
          onCommit={(text) => run("settings.update", { changes: changesFrom({ [name]: text }) })}
        />
      ))}
    </div>
  );
}

function Events() {
  const { def, elements, run, select } = useWorkspace();
  const timers = elements.filter(({ type }) => type === "timer");
  return (
    <section class="part" aria-label="Events and timers">
      <h3>Events and timers</h3>
      {eventsAt(def).map(({ source, event: { id, description } }) => (
        <button
          key={`${source} ${id}`}
          type="button"
          class="plain"
          title={description}
          onClick={() => select(`event:${id}`)}
        >
          <span class="grow">{id}</span> <span class="quiet">{source}</span>
        </button>
      ))}
      {timers.map(({ name }) => (
        <button
          key={name}
          type="button"
          class="plain"
          onClick={() => select(`timer:${name}`)}
        >
          <span class="grow">{name}</span> <Icon name="clock" />
        </button>
      ))}
      <AddLine label="Add event" placeholder="Add an event" onAdd={(id) => run("event.add", { id })} />
      <AddLine label="Add timer" placeholder="Add a timer" onAdd={(id) => run("timer.add", { id })} />
    </section>
  );
}

/** The types of declared values. */
const TYPES = ["text", "number", "integer", "boolean", "enum", "list", "object", "any"] as const;

function Data() {
  const { def, run } = useWorkspace();
  return (
    <section class="part" aria-label="Data">
      <h3>Data</h3>
      {dataAt(def).map((field) => <DataLine key={field.name} field={field} />)}
      <AddLine
        label="Add value"
        placeholder="name: type = first value"
        onAdd={(text) => {
          const [, name = "", type = "any", initial] =
            /^([^:=]+)(?::\s*(\w+))?\s*(?:=\s*(.+))?$/.exec(text) ?? [];
          const value = initial === undefined ? {} : { initial: valueOf(initial) };
          return run("data.add", { name: name.trim(), type, ...value });
        }}
      />
    </section>
  );
}

function DataLine({ field: { name, type, initial } }: { readonly field: DataField }) {
  const { run } = useWorkspace();
  return (
    <div class="line data">
      <InstantField
        label={`Name of ${name}`}
        isBare
        isMono
        input={{ type: "text" }}
        text={name}
        onCommit={(newName) => run("data.rename", { name, newName })}
      />
      <InstantField
        label={`Type of ${name}`}
        isBare
        input={{ type: "choice", choices: TYPES }}
        text={type}
        onCommit={(next) => run("data.update", { name, type: next })}
      />
      <InstantField
        label={`First value of ${name}`}
        isBare
        isMono
        placeholder="first value"
        input={{ type: "text" }}
        text={initial === undefined ? "" : typeof initial === "string" ? initial : JSON.stringify(initial)}
        onCommit={(text) => run("data.update", { name, initial: type === "text" ? text : valueOf(text) })}
      />
      <button
        type="button"
        class="ghost icon-only"
        title="Remove value"
        onClick={() => run("data.remove", { name })}
      >
        <Icon name="close" />
        <span class="visually-hidden">Remove {name}</span>
      </button>
    </div>
  );
}

/** JSON where a text is some, else the text. */
function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
