import type { EditCommand } from "@loom/protocol";
import { reasonOf } from "./ask_server.ts";
import {
  argumentsOf,
  commandsOf,
  type EditedElement,
  type FormField,
  formFields,
  inputOf,
  nounOf,
  textsFor,
} from "./command_fields.ts";
import { useWorkspace } from "./context.ts";
import { InstantField } from "./instant_field.tsx";

/** Fields that say where or how an edit is made, or that have a place of their own. */
const ASIDE: ReadonlySet<string> = new Set([
  "index",
  "toIndex",
  "allowUnknown",
  "cascade",
  "inbound",
  "newName",
  "newId",
  "newLabel",
  "at",
  "prompt",
]);

/** Fields that take more than a line. */
const LONG: ReadonlySet<string> = new Set(["description", "notes"]);

/** The type of elements that a field names, for completion. */
const NAMED: Readonly<Record<string, string>> = {
  nextState: "state",
  initial: "state",
  event: "event",
  from: "participant",
  to: "participant",
  extends: "entity",
};

interface ElementFormProps {
  readonly element: EditedElement;
  /** Fields that are left out while they are empty. */
  readonly idle?: readonly string[];
}

/** The values of an element as fields, each of which edits the document in place. */
export function ElementForm({ element, idle = [] }: ElementFormProps) {
  const { row, def, elements, run, select } = useWorkspace();
  const commands = commandsOf(row).filter((one) => nounOf(one) === element.type && one.effect === "set");
  const rename = commands.find(({ id }) => id === `${element.type}.rename`);
  const update = commands.find(({ id }) => id === `${element.type}.update`);
  const texts = update === undefined ? {} : textsFor(update, row, element, def);
  const set = (command: EditCommand, name: string, text: string): string | undefined => {
    const given = textsFor(command, row, element, def);
    try {
      return run(command.id, argumentsOf(command, row, { ...given, [name]: text }, given));
    } catch (error) {
      return reasonOf(error);
    }
  };
  const fields = update === undefined
    ? []
    : formFields(update, row).filter((one) =>
      isShown(one) && (!idle.includes(one.field.name) || texts[one.field.name])
    );
  const newName = renaming(rename ?? update);
  return (
    <div class="fields">
      {newName === undefined ? null : (
        <InstantField
          key={`${element.type}:${element.name} name`}
          label="Name"
          input={{ type: "text" }}
          text={shortName(element)}
          onCommit={(text) => {
            const why = set(newName.command, newName.field, text);
            if (why === undefined) select(renamed(element, text));
            return why;
          }}
        />
      )}
      {update === undefined ? null : fields.map(({ field }) => {
        const type = NAMED[field.name];
        return (
          <InstantField
            key={`${element.type}:${element.name} ${field.name}`}
            label={labelOf(field.name)}
            hint={field.doc}
            input={inputOf(field)}
            text={texts[field.name] ?? ""}
            rows={LONG.has(field.name) || inputOf(field).type === "lines" ? 2 : 1}
            names={type === undefined ? undefined : namesOf(elements, type)}
            onCommit={(text) => set(update, field.name, text)}
          />
        );
      })}
    </div>
  );
}

function isShown({ field }: FormField): boolean {
  return !field.required && !ASIDE.has(field.name) &&
    inputOf(field).type !== "json";
}

/** The command that gives an element another name, and the field with it. */
function renaming(
  command: EditCommand | undefined,
): { readonly command: EditCommand; readonly field: string } | undefined {
  const field = command?.arguments.find(({ name }) => ["newName", "newId", "newLabel"].includes(name)) ??
    (command?.id.endsWith(".rename") ? command.arguments.at(-1) : undefined);
  return command === undefined || field === undefined ? undefined : { command, field: field.name };
}

/** The name without that of what the element belongs to. */
function shortName({ name, naming }: EditedElement): string {
  return naming?.["label"] ?? naming?.["name"] ?? name;
}

function renamed({ type, name, naming }: EditedElement, to: string): string {
  const owner = naming?.["entity"];
  if (type === "relationship") return `${type}:${name}`;
  return `${type}:${owner === undefined ? to : `${owner}.${to}`}`;
}

function namesOf(elements: readonly EditedElement[], type: string): string[] {
  return elements.filter((one) => one.type === type).map(({ name }) => name);
}

/** The words of a field: `nextState` is `Next state`. */
export function labelOf(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
