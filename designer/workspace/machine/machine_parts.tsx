import { changesFrom, isObject, type JsonObject } from "@loom/protocol";
import { AddLine } from "../add_line.tsx";
import { useWorkspace } from "../context.ts";
import { Icon } from "../icon.tsx";
import { InstantField } from "../instant_field.tsx";
import { dataAt, eventsAt, valueOf } from "./lookup.ts";

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

function Data() {
  const { def, run, select } = useWorkspace();
  return (
    <section class="part" aria-label="Data">
      <h3>Data</h3>
      {dataAt(def).map(({ name, type, initial, description }) => (
        <button
          key={name}
          type="button"
          class="plain"
          title={description}
          onClick={() => select(`data:${name}`)}
        >
          <span class="mono grow">
            {initial === undefined ? name : `${name} = ${JSON.stringify(initial)}`}
          </span>{" "}
          <span class="quiet">{type}</span>
        </button>
      ))}
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
