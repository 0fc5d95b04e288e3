import { type DataField, isObject, memberAt } from "@loom/protocol";
import type { EditedElement, FieldInput } from "../command_fields.ts";
import { useWorkspace } from "../context.ts";
import { ElementForm } from "../element_form.tsx";
import { InstantField } from "../instant_field.tsx";
import { valueOf } from "./lookup.ts";

/** Fields that only some types have. */
const FIELDS_OF_TYPES: Readonly<Record<string, readonly string[]>> = {
  values: ["enum"],
  minimum: ["number", "integer"],
  maximum: ["number", "integer"],
};

/** The form of declared data: the fields that its type has, and its first value. */
export function DataParts({ element }: { readonly element: EditedElement }) {
  const { def, findings, edit, run } = useWorkspace();
  const { name, path } = element;
  const value = memberAt(def, path);
  if (!isObject(value)) return null;
  const field = value as DataField;
  const { type, initial } = field;
  const idle = Object.keys(FIELDS_OF_TYPES).filter((one) => !FIELDS_OF_TYPES[one]?.includes(type));
  const isText = type === "text" || type === "enum";
  const commit = (text: string): string | undefined => {
    if (text !== "" || type === "text") {
      return run("data.update", { name, initial: isText ? text : valueOf(text) });
    }
    edit([{ op: "data.update", name, patch: {}, unset: ["initial"] }], `Removed the first value of ${name}.`);
    return undefined;
  };
  return (
    <>
      <ElementForm element={element} idle={idle} />
      <div class="fields">
        <InstantField
          key={`${name} initial`}
          label="First value"
          hint={isText ? undefined : "JSON, such as 0, true or [1, 2]."}
          isMono
          input={inputOf(field)}
          text={initial === undefined ? "" : typeof initial === "string" ? initial : JSON.stringify(initial)}
          finding={findings.find((one) => one.path === `${path}/initial`)?.message}
          onCommit={commit}
        />
      </div>
    </>
  );
}

function inputOf({ type, values = [] }: DataField): FieldInput {
  if (type === "boolean") return { type: "choice", choices: ["false", "true"] };
  if (type === "enum" && values.length > 0) return { type: "choice", choices: values };
  return { type: type === "number" || type === "integer" ? "number" : "text" };
}
