import { ANY, type DataType } from "../../../typing/data_type.ts";

/** Printed code: how strongly it binds, and its type as far as it is known. */
export interface Printed {
  readonly text: string;
  readonly level: number;
  readonly type: DataType;
  /** True when it may be null. */
  readonly isNullable: boolean;
  /** A value that is written out. */
  readonly literal?: string | number | boolean | null;
}

/** Binding strength of operators. */
export const LEVELS: Readonly<Record<string, number>> = {
  or: 1,
  and: 2,
  "==": 3,
  "!=": 3,
  "<": 4,
  "<=": 4,
  ">": 4,
  ">=": 4,
  "+": 5,
  "-": 5,
  "*": 6,
  "/": 6,
  "**": 8,
};
export const PREFIX = 7;
export const POSTFIX = 9;
/** The level of what needs no brackets anywhere. */
export const ATOM = 10;
export const NUMBER: DataType = { kind: "number", minimum: undefined, maximum: undefined };
export const TEXT: DataType = { kind: "text" };
export const BOOLEAN: DataType = { kind: "boolean" };

/** The kinds of types whose values compare with each other. */
const FAMILIES: Readonly<Record<DataType["kind"], string>> = {
  number: "number",
  integer: "number",
  text: "text",
  enum: "text",
  boolean: "boolean",
  list: "list",
  object: "object",
  any: "any",
};

/** The family of a type: values of one compare with each other. */
export function familyOf({ type }: Printed): string {
  return FAMILIES[type.kind];
}

/** Printed code. */
export function printed(text: string, level: number, type: DataType = ANY, isNullable = false): Printed {
  return { text, level, type, isNullable };
}

/** The text of a part, in brackets where it binds less than what is around it. */
export function within({ text, level }: Printed, around: number): string {
  return level < around ? `(${text})` : text;
}

/** An operand of arithmetic: null is no number. */
export function number(value: Printed): Printed {
  const family = familyOf(value);
  if (family === "number") {
    return value.isNullable ? printed(`(${value.text} ?? NaN)`, ATOM, NUMBER) : value;
  }
  return family === "any" && value.literal === undefined ? value : printed(`((${value.text}) as any)`, ATOM);
}

/** An operand as the compiler takes it. */
export function textual(value: Printed): Printed {
  const family = familyOf(value);
  if (family === "text" && !value.isNullable) return value;
  if (family === "any" && value.literal === undefined) return value;
  return printed(`((${value.text}) as any)`, ATOM);
}

/** An operand as the compiler takes it. */
export function unliteral(value: Printed): Printed {
  return value.literal === undefined ? value : printed(`(${value.text} as unknown)`, ATOM);
}

/** The text of a value for a place of a type: cast where the compiler could object. */
export function fitted(value: Printed, type: DataType | undefined, isOptional = true): string {
  const asAny = `${value.level < POSTFIX ? `(${value.text})` : value.text} as any`;
  if (type === undefined || type.kind === "any") return value.text;
  if (value.literal === null) return isOptional ? value.text : asAny;
  if (value.type.kind === "any") {
    return value.level < POSTFIX ? asAny : value.text;
  }
  const fits = FAMILIES[value.type.kind] === FAMILIES[type.kind] && (isOptional || !value.isNullable) &&
    type.kind !== "object" && (type.kind !== "list" || value.text === "[]") &&
    (type.kind !== "enum" || type.values.length === 0 || type.values.includes(String(value.literal)));
  return fits ? value.text : asAny;
}
