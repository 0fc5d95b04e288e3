import fc from "fast-check";
import type { Attribute, Entity, EntityRelationshipDefinition, Relationship } from "../../types.ts";

/** What a format can hold of a diagram. */
export interface Holds {
  /** The types that come back as they are. */
  readonly types: readonly string[];
  /** Enums: with any name, named after their column, or none. */
  readonly enums: "named" | "by column" | "none";
  /** True when it has descriptions. */
  readonly descriptions: boolean;
  /** True when foreign keys have labels. */
  readonly labels: boolean;
  /** True when tables may have no columns. */
  readonly emptyTables: boolean;
  /** True when it tells unique indexes from unique keys. */
  readonly uniqueIndexes: boolean;
  /** True when foreign keys of several columns have names. */
  readonly foreignNames: boolean;
}

/** What of a diagram every dialect holds. */
export const SQL_HOLDS: Holds = {
  types: [
    "int",
    "bigint",
    "string",
    "text",
    "decimal(10,2)",
    "boolean",
    "date",
    "datetime",
    "varchar(20)",
    "char(3)",
  ],
  enums: "none",
  descriptions: true,
  labels: false,
  emptyTables: false,
  uniqueIndexes: true,
  foreignNames: true,
};

/** Names of entities that need quotes in one dialect or another. */
export const ENTITY_NAMES: readonly string[] = [
  "member",
  "Order",
  "Order Line",
  "größe",
  "select",
  'we"ird',
  "it's",
  "Loan",
  "a]b",
  "tick`s",
];
/** Names of attributes. */
export const COLUMN_NAMES: readonly string[] = [
  "id",
  "Code",
  "group",
  "first name",
  "über",
  'x"y',
  "qty",
  "email",
  "status",
  "parent_id",
  "[b]",
];
const DEFAULTS: Readonly<Record<string, readonly string[]>> = {
  int: ["0", "-1"],
  string: ["'new'", "'it''s; -- x'", "''"],
  "decimal(10,2)": ["0.50"],
};
const KEY_TYPES = ["int", "string", "bigint"];
/** Descriptions. */
export const WORDS: readonly string[] = [
  "Buys things.",
  "It's 100%: ; -- no\n/* comment */",
  "größer \\ kleiner",
  "$$ tag $x$",
];

interface Draft {
  entity: Entity;
  attributes: Attribute[];
  /** Columns that others may refer to, each a key by itself. */
  singles: Attribute[];
  primary: Attribute[];
}

/** Diagrams as the format gives them back: their relationships are those of the foreign keys. */
export function arbitraryErd(holds: Holds): fc.Arbitrary<EntityRelationshipDefinition> {
  return fc.tuple(
    fc.uniqueArray(fc.constantFrom(...ENTITY_NAMES), { minLength: 1, maxLength: 6 }),
    fc.infiniteStream(fc.nat({ max: 999 })),
  ).map(([names, numbers]) => new Maker(holds, numbers).make(names));
}

class Maker {
  readonly #holds: Holds;
  readonly #numbers: Iterator<number>;
  readonly #enums = new Map<string, string[]>();

  constructor(holds: Holds, numbers: Iterator<number>) {
    this.#holds = holds;
    this.#numbers = numbers;
  }

  make(names: readonly string[]): EntityRelationshipDefinition {
    const drafts = names.map((name) => this.#draft(name));
    for (const draft of drafts) this.#refer(draft, drafts);
    const entities = drafts.map(({ entity }) => entity);
    const enums = Array.from(this.#enums, ([name, values]) => ({ name, values }));
    return {
      settings: { namespace: "Default", name: "Law" },
      entities,
      relationships: drafts.flatMap((draft) => this.#relationships(draft, drafts)),
      ...(enums.length === 0 ? {} : { enums }),
    };
  }

  #below(limit: number): number {
    return Number(this.#numbers.next().value ?? 0) % limit;
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[this.#below(items.length)] as Item;
  }

  #some<Item>(items: readonly Item[], most: number): Item[] {
    return items.filter(() => this.#below(3) === 0).slice(0, most);
  }

  #draft(name: string): Draft {
    const count = this.#holds.emptyTables && this.#below(8) === 0 ? 0 : 1 + this.#below(5);
    const first = this.#below(COLUMN_NAMES.length);
    const columns = COLUMN_NAMES.map((_, index) => COLUMN_NAMES[(first + index) % COLUMN_NAMES.length] ?? "");
    const attributes = columns.slice(0, count).map((column) => this.#attribute(name, column));
    const primary = this.#some(attributes.filter(({ type }) => KEY_TYPES.includes(type)), 3);
    for (const attribute of primary) {
      attribute.key = "pk";
      delete attribute.nullable;
    }
    const uniques = this.#some(
      attributes.filter(({ key, type }) => key === undefined && KEY_TYPES.includes(type)),
      2,
    );
    for (const attribute of uniques) attribute.key = "uk";
    const entity: Entity = {
      name,
      ...(this.#holds.descriptions && this.#below(3) === 0 ? { description: this.#pick(WORDS) } : {}),
      ...(attributes.length === 0 ? {} : { attributes }),
    };
    const draft = {
      entity,
      attributes,
      primary,
      singles: [...(primary.length === 1 ? primary : []), ...uniques],
    };
    this.#group(draft);
    return draft;
  }

  #attribute(entity: string, name: string): Attribute {
    const kind = this.#below(7);
    const isEnum = kind === 0 && this.#holds.enums !== "none";
    const type = isEnum ? this.#enum(`${entity}_${name}`) : this.#pick(this.#holds.types);
    const defaults = DEFAULTS[type];
    return {
      name,
      type,
      ...(this.#below(3) === 0 ? { nullable: true } : {}),
      ...(defaults !== undefined && this.#below(3) === 0 ? { default: this.#pick(defaults) } : {}),
      ...(name === "qty" && type === "int" && this.#below(2) === 0 ? { check: "qty >= 0" } : {}),
      ...(this.#holds.descriptions && this.#below(4) === 0 ? { description: this.#pick(WORDS) } : {}),
    };
  }

  #enum(wanted: string): string {
    const name = this.#holds.enums === "named" ? this.#pick(["Mood", "order status"]) : wanted;
    if (!this.#enums.has(name)) {
      this.#enums.set(name, this.#pick([["new", "paid"], ["it's", "a b", "c,d"], [`${this.#enums.size}`]]));
    }
    return name;
  }

  /** Unique keys and indexes of several attributes. */
  #group({ entity, attributes }: Draft): void {
    const indexable = attributes.filter(({ type }) => KEY_TYPES.includes(type)).map(({ name }) => name);
    const [one, other] = indexable;
    if (one === undefined || other === undefined) return;
    const number = ENTITY_NAMES.indexOf(entity.name);
    if (this.#below(3) === 0) {
      entity.keys = [{
        ...(this.#below(2) === 0 ? { name: `own key ${number}` } : {}),
        attributes: [other, one],
      }];
    }
    if (this.#below(3) === 0) {
      entity.indexes = [{
        ...(this.#below(2) === 0 ? { name: `own_index_${number}` } : {}),
        attributes: this.#below(2) === 0 ? [other] : [one, `${other} DESC`],
        ...(this.#holds.uniqueIndexes && this.#below(3) === 0 ? { unique: true } : {}),
      }];
    }
  }

  #refer({ entity, attributes }: Draft, drafts: readonly Draft[]): void {
    for (const attribute of attributes) {
      const target = this.#pick(drafts);
      const column = target.singles[0];
      if (column === undefined || column.type !== attribute.type || this.#below(2) === 0) continue;
      if (column === attribute) continue;
      attribute.references = `${target.entity.name}.${column.name}`;
      delete attribute.default;
    }
    for (const target of drafts) {
      const [one, other, more] = target.primary;
      if (one === undefined || other === undefined || more !== undefined || this.#below(2) === 0) continue;
      const fitting = (column: Attribute, not?: Attribute) =>
        attributes.find((attribute) => attribute.type === column.type && attribute !== not);
      const first = fitting(one);
      const second = fitting(other, first);
      if (first === undefined || second === undefined || target.entity === entity) continue;
      entity.foreignKeys = [{
        ...(this.#holds.foreignNames && this.#below(2) === 0
          ? { name: `own reference ${ENTITY_NAMES.indexOf(entity.name)}` }
          : {}),
        attributes: [first.name, second.name],
        entity: target.entity.name,
        to: [one.name, other.name],
      }];
      return;
    }
  }

  #relationships({ entity, attributes, primary }: Draft, drafts: readonly Draft[]): Relationship[] {
    const single = attributes.flatMap((attribute) => {
      const target = drafts.find(({ entity: { name } }) => attribute.references?.startsWith(`${name}.`));
      return target === undefined ? [] : [{ target: target.entity.name, columns: [attribute.name] }];
    });
    const listed = (entity.foreignKeys ?? []).map((key) => ({ target: key.entity, columns: key.attributes }));
    const keys = [
      primary.map(({ name }) => name),
      ...attributes.flatMap(({ name, key }) => key === "uk" ? [[name]] : []),
      ...(entity.keys ?? []).map((key) => key.attributes),
    ];
    const sorted = (columns: readonly string[]) => [...columns].sort().join("\n");
    return [...single, ...listed].map(({ target, columns }) => {
      const isUnique = keys.some((key) => sorted(key) === sorted(columns));
      const isPartial = attributes.some(({ name, nullable }) => nullable && columns.includes(name));
      return {
        from: target,
        to: entity.name,
        cardinality: isUnique ? "1:1" : "1:N",
        ...(this.#holds.labels && this.#below(2) === 0 ? { label: this.#pick(["has", "is in"]) } : {}),
        ...(isUnique ? { fromParticipation: "partial" } : {}),
        ...(isPartial ? { toParticipation: "partial" } : {}),
      };
    });
  }
}
