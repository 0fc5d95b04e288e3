// Made by `deno task generate` from the tables beside it; edit those.

/** The documents that describe one system together: the content of a `.sysdf.json` file. */
export type SystemDefinition = {
  /** Settings of the system. */
  settings: SystemSettings;
  /** The documents, in order. */
  members: SystemMember[];
  /** The people and programs that take part in its scenarios. */
  actors?: SystemActor[];
};

/** Settings of a system. */
export type SystemSettings = {
  /** A dotted name. */
  namespace: string;
  /** The system's name. */
  name: string;
  /** The purpose of the system. */
  description?: string;
  /** Remarks about the system. */
  notes?: string;
  /** The effect of changes that scenarios imply: proposed (the default) or applied at once. */
  reconcile?: "propose" | "auto";
  /** The effect of rules of the validator, such as `{ "W401": "off" }`. */
  rules?: SystemRuleSettings;
};

/** The effect of rules of the validator, by id. Rules about errors have none: they cannot be turned off. */
export type SystemRuleSettings = {
  /** No findings, warnings or errors of rule L008. */
  L008?: "off" | "warn" | "error";
  /** No findings, warnings or errors of rule L009. */
  L009?: "off" | "warn" | "error";
  /** No findings, warnings or errors of rule W116. */
  W116?: "off" | "warn" | "error";
  /** No findings, warnings or errors of rule W401. */
  W401?: "off" | "warn" | "error";
};

/** A document of a system. */
export type SystemMember = {
  /** Its path: from the folder of the system, or absolute. */
  path: string;
  /** Remarks of the system about it. */
  notes?: string;
};

/** A person or program that takes part in scenarios. */
export type SystemActor = {
  /** Its name, unique in the system; participants of scenarios name it. */
  name: string;
  /** The kind of actor. */
  kind: "person" | "agent" | "service" | "external";
  /** Its part in the system. */
  description?: string;
  /** Its id in an external registry; the loom does not resolve it. */
  wheelNode?: string;
};
