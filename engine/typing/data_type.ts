/** A whole or any number, with its range. */
export interface NumberType {
  readonly kind: "number" | "integer";
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
}

/** One of some texts. */
export interface EnumType {
  readonly kind: "enum";
  readonly values: readonly string[];
}

/** A list. */
export interface ListType {
  readonly kind: "list";
  readonly items: DataType;
}

/** An object; without declared members it may have any. */
export interface ObjectType {
  readonly kind: "object";
  readonly declared: DeclaredData | undefined;
}

/** A type of the format. `any` is not checked. */
export type DataType =
  | { readonly kind: "text" | "boolean" | "any" }
  | NumberType
  | EnumType
  | ListType
  | ObjectType;

/** A type, and whether null has it too. */
export interface MemberType {
  readonly type: DataType;
  readonly isOptional: boolean;
}

/** A declared member with its place in the document. */
export interface DeclaredMember extends MemberType {
  /** Its key. */
  readonly name: string;
  /** Its meaning. */
  readonly description: string | undefined;
  /** The value written as its first; undefined when none is. */
  readonly initial: unknown;
  /** JSON pointer to the declaration. */
  readonly path: string;
}

/** A member declared a second time. */
export interface RepeatedMember {
  readonly name: string;
  readonly path: string;
  /** True when an object of the settings has the name. */
  readonly isObject: boolean;
}

/** The data of a machine. */
export interface DeclaredData {
  /** The members by name; of two with one name the first. */
  readonly members: ReadonlyMap<string, DeclaredMember>;
  /** The declarations that mean nothing, since the name is taken. */
  readonly repeated: readonly RepeatedMember[];
}

/** The type that is not checked. */
export const ANY: DataType = { kind: "any" };
