import { isObject } from "@loom/protocol";

/** Code in a configuration, with the text that it comes from. */
export class Code {
  readonly code: string;
  /** The guard, action or value as the machine spells it. */
  readonly text: string;

  constructor(code: string, text: string) {
    this.code = code;
    this.text = text;
  }
}

/** A configuration: plain data with code in it. */
export type ConfigValue =
  | null
  | boolean
  | number
  | string
  | Code
  | readonly ConfigValue[]
  | { readonly [key: string]: ConfigValue | undefined };

/** The longest line that a list or an object is printed on. */
const LINE = 100;

/** Prints a value as an expression of TypeScript. */
export function printValue(value: ConfigValue, indent: string = ""): string {
  if (value instanceof Code) return value.code.replaceAll("\n", `\n${indent}`);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const parts = Array.isArray(value)
    ? value.map((one: ConfigValue) => printValue(one, inner))
    : Object.entries(value as Record<string, ConfigValue | undefined>).flatMap(([key, one]) =>
      one === undefined ? [] : [`${keyText(key)}: ${printValue(one, inner)}`]
    );
  if (parts.length === 0) return open + close;
  const space = open === "{" ? " " : "";
  const line = `${open}${space}${parts.join(", ")}${space}${close}`;
  if (line.length + indent.length <= LINE && !line.includes("\n")) return line;
  return `${open}\n${parts.map((one) => `${inner}${one},\n`).join("")}${indent}${close}`;
}

/** The configuration as JSON has it: code becomes a name, its text. */
export function plainValue(value: ConfigValue, onCode: (code: Code) => void): unknown {
  if (value instanceof Code) {
    onCode(value);
    return value.text;
  }
  if (Array.isArray(value)) return value.map((one: ConfigValue) => plainValue(one, onCode));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value as Record<string, ConfigValue | undefined>)
      .map(([key, one]) => [key, one === undefined ? undefined : plainValue(one, onCode)]),
  );
}

/** A key of an object, quoted where it must be. */
export function keyText(key: string): string {
  if (key === "__proto__") return `["__proto__"]`;
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
}
