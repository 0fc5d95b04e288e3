import type { DataField } from "@loom/protocol";
import type { FieldInput } from "../command_fields.ts";
import { InstantField } from "../instant_field.tsx";
import { AddLine } from "../add_line.tsx";
import type { Walk } from "./walk.ts";

interface DataTableProps {
  readonly walk: Walk;
  readonly onChange: (name: string, value: unknown) => void;
  /** Begins again with other first values. */
  readonly onBegin: (data: Readonly<Record<string, unknown>>) => void;
}

/** The data of a machine that runs; a value is changed in place, as a step that can be taken back. */
export function DataTable({ walk, onChange, onBegin }: DataTableProps) {
  const values = dataOf(walk);
  const declared = new Map((walk.start.definition.settings?.data ?? []).map((field) => [field.name, field]));
  return (
    <section class="data-table" aria-label="Data">
      <h3>Data</h3>
      {values.map(([name, value]) => (
        <div class="line" key={name}>
          <span class="mono data-name">{name}</span>
          <InstantField
            label={`Value of ${name}`}
            isBare
            isMono
            input={inputOf(declared.get(name), value)}
            text={typeof value === "string" && isEnum(declared.get(name), value)
              ? value
              : JSON.stringify(value) ?? ""}
            onCommit={(text) => {
              onChange(name, isEnum(declared.get(name), text) ? text : valueOf(text));
              return undefined;
            }}
          />
        </div>
      ))}
      {values.length === 0 ? <p class="quiet">It has no data yet.</p> : null}
      <AddLine
        label="Set a value"
        placeholder="name = value, from the start"
        onAdd={(text) => {
          const [, name = "", value = ""] = /^\s*([A-Za-z_]\w*)\s*=\s*(.+)$/.exec(text) ?? [];
          if (name === "") return 'Write a name, "=" and a value, such as total = 5.';
          onBegin({ ...walk.start.data, [name]: valueOf(value) });
          return undefined;
        }}
      />
    </section>
  );
}

/** The plain values of a machine's data, without the functions of hosts. */
function dataOf({ simulation: { machine } }: Walk): readonly (readonly [string, unknown])[] {
  try {
    const { context } = machine.snapshot();
    return Object.entries(context ?? {});
  } catch {
    return Object.entries(machine.context).filter(([, value]) => typeof value !== "function");
  }
}

/** True for a declared text that is one of the values of its declaration. */
function isEnum(field: DataField | undefined, value: unknown): boolean {
  return field?.type === "enum" && (field.values?.some((one) => one === value) ?? false);
}

/** The input for a declared value; a value of another type is edited as JSON, like data that nothing declares. */
function inputOf(field: DataField | undefined, value: unknown): FieldInput {
  if (field?.type === "boolean" && typeof value === "boolean") {
    // In this order it is a choice and no switch, whose label would repeat the name.
    return { type: "choice", choices: ["false", "true"] };
  }
  if (isEnum(field, value)) return { type: "choice", choices: field?.values ?? [] };
  const isNumber = field?.type === "number" || field?.type === "integer";
  return { type: isNumber && typeof value === "number" ? "number" : "text" };
}

function valueOf(text: string): unknown {
  if (text === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
