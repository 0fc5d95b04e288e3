// Made by `deno task generate` from the tables beside it; edit those.

/** Entities and how they relate: the content of an `.erdf.json` file. */
export type EntityRelationshipDefinition = {
  /** Settings of the whole diagram. */
  settings: ErdSettings;
  /** The entities, in drawing order. */
  entities: Entity[];
  /** The relationships. */
  relationships: Relationship[];
  /** Named lists of values that attributes have as type. */
  enums?: ErdEnum[];
};

/** Settings of an entity-relationship diagram. */
export type ErdSettings = {
  /** A dotted name; only comments show it. */
  namespace: string;
  /** The diagram's name. */
  name: string;
  /** The purpose of the model. */
  description?: string;
  /** Remarks about the whole diagram. */
  notes?: string;
  /** The effect of rules of the validator, such as `{ "W201": "off" }`. */
  rules?: ErdRuleSettings;
};

/** The effect of rules of the validator, by id. Rules about errors have none: they cannot be turned off. */
export type ErdRuleSettings = {
  /** No findings, warnings or errors of rule W116. */
  W116?: "off" | "warn" | "error";
  /** No findings, warnings or errors of rule W201. */
  W201?: "off" | "warn" | "error";
  /** No findings, warnings or errors of rule W202. */
  W202?: "off" | "warn" | "error";
  /** No findings, warnings or errors of rule W203. */
  W203?: "off" | "warn" | "error";
  /** No findings, warnings or errors of rule W204. */
  W204?: "off" | "warn" | "error";
  /** No findings, warnings or errors of rule W205. */
  W205?: "off" | "warn" | "error";
  /** No findings, warnings or errors of rule W206. */
  W206?: "off" | "warn" | "error";
  /** No findings, warnings or errors of rule W207. */
  W207?: "off" | "warn" | "error";
  /** No findings, warnings or errors of rule W208. */
  W208?: "off" | "warn" | "error";
  /** No findings, warnings or errors of rule W209. */
  W209?: "off" | "warn" | "error";
  /** No findings, warnings or errors of rule W210. */
  W210?: "off" | "warn" | "error";
};

/** An entity: a thing that the data is about. */
export type Entity = {
  /** Its name, unique in the diagram; spaces are allowed. */
  name: string;
  /** The purpose of the entity. */
  description?: string;
  /** True when it depends on another entity for its existence. */
  weak?: boolean;
  /** The entity that it is a special case of. */
  extends?: string;
  /** Remarks; generators ignore them. */
  notes?: string;
  /** The attributes, in drawing order. */
  attributes?: Attribute[];
  /** Keys of several attributes. */
  keys?: CompositeKey[];
  /** References of several attributes. */
  foreignKeys?: ForeignKey[];
  /** Indexes. */
  indexes?: ErdIndex[];
};

/** An attribute of an entity or of a relationship. */
export type Attribute = {
  /** Its name, unique in its entity. */
  name: string;
  /** Its type in any words, such as `int` or `decimal(10,5)`, or the name of an enum. */
  type: string;
  /** Primary or unique key. */
  key?: "pk" | "uk";
  /** The target of a foreign key: `Entity` or `Entity.attribute`. */
  references?: string;
  /** True when it may be missing. */
  nullable?: boolean;
  /** The machines whose current state it stores. */
  stateOf?: string | string[];
  /** Its default value, as SQL writes it. */
  default?: string;
  /** A condition on its values, as SQL writes it. */
  check?: string;
  /** Its meaning. */
  description?: string;
  /** Remarks; generators ignore them. */
  notes?: string;
};

/** A primary or unique key of several attributes. */
export type CompositeKey = {
  /** Its name. */
  name?: string;
  /** The attributes, in the order of the key. */
  attributes: string[];
  /** True for the primary key. Default: a unique key. */
  primary?: boolean;
};

/** A reference of several attributes to those of another entity. */
export type ForeignKey = {
  /** Its name. */
  name?: string;
  /** The attributes that refer. */
  attributes: string[];
  /** The entity that they refer to. */
  entity: string;
  /** The attributes there. Default: its primary key. */
  to?: string[];
};

/** An index of an entity. */
export type ErdIndex = {
  /** Its name. */
  name?: string;
  /** The attributes or expressions, in the order of the index. */
  attributes: string[];
  /** True when it allows each value once. */
  unique?: boolean;
};

/** A relationship between two entities, read from `from` to `to`. */
export type Relationship = {
  /** An entity. */
  from: string;
  /** An entity; it may be the same. */
  to: string;
  /** `1:N`: each `from` relates to many `to`. */
  cardinality: "1:1" | "1:N" | "N:1" | "N:M";
  /** The verb, such as `takes out`. */
  label?: string;
  /** Its meaning. */
  description?: string;
  /** The role of the `from` end. */
  fromRole?: string;
  /** The role of the `to` end. */
  toRole?: string;
  /** Total: each `from` takes part, so that it has at least one `to`. */
  fromParticipation?: "total" | "partial";
  /** Total: each `to` takes part, so that it has at least one `from`. */
  toParticipation?: "total" | "partial";
  /** True when it identifies a weak entity. */
  identifying?: boolean;
  /** Attributes of the relationship itself. */
  attributes?: Attribute[];
  /** Remarks; generators ignore them. */
  notes?: string;
};

/** A named list of values that attributes have as type. */
export type ErdEnum = {
  /** Its name, unique among the enums. */
  name: string;
  /** The values, in order. */
  values: string[];
  /** Its meaning. */
  description?: string;
};
