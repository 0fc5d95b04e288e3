import type { DataType, DeclaredData } from "../../../typing/data_type.ts";
import type { WrittenMachine } from "./model.ts";
import { keyText } from "./script.ts";

/** The type of a value in TypeScript. */
export function typeText(type: DataType): string {
  switch (type.kind) {
    case "text":
      return "string";
    case "number":
    case "integer":
      return "number";
    case "boolean":
      return "boolean";
    case "any":
      return "any";
    case "enum":
      return type.values.length > 0 ? type.values.map((one) => JSON.stringify(one)).join(" | ") : "string";
    case "list": {
      const items = typeText(type.items);
      return /[|{]/.test(items) ? `Array<${items}>` : `${items}[]`;
    }
    case "object":
      return type.declared === undefined
        ? "Record<string, any>"
        : `{ ${membersText(type.declared).join(" ")} }`;
  }
}

function membersText({ members }: DeclaredData): string[] {
  return [...members.values()].map(({ name, type, isOptional }) => {
    const text = typeText(type);
    return `${keyText(name)}: ${text}${isOptional && type.kind !== "any" ? " | null" : ""};`;
  });
}

/** The type of the context; none when the machine has none. */
export function contextText(machine: WrittenMachine): string[] {
  const members = membersText(machine.data);
  const more = [...machine.undeclared].filter((name) => machine.typeOf(name) === undefined)
    .map((name) => `${name}?: any;`);
  const all = [...members, ...more];
  return all.length > 0 ? [`export interface Context {\n${all.map((one) => `  ${one}\n`).join("")}}`] : [];
}

/** The type of the events: those that are declared or mentioned. */
export function eventsText(machine: WrittenMachine): string {
  const found = [...machine.events].filter((event) => event !== "*").map((event) => {
    const word = machine.eventWord(event);
    if (word.endsWith(".*")) {
      const prefix = JSON.stringify(word.slice(0, -1)).slice(1, -1);
      return `{ type: ${JSON.stringify(word.slice(0, -2))} | \`${prefix}\${string}\` }`;
    }
    const payload = word === event ? machine.payloads.of(event) : undefined;
    const members = [...payload ?? []].map(([name, type]) => `; ${keyText(name)}: ${typeText(type)}`);
    const more = word === event ? "" : "; output?: any; error?: any";
    return `{ type: ${JSON.stringify(word)}${members.join("")}${more} }`;
  });
  const union = [...new Set(found)];
  return union.length > 0
    ? `export type Events =\n${union.map((one) => `  | ${one}`).join("\n")};`
    : "export type Events = { type: string };";
}
