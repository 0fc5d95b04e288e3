// Made by `deno task generate` from the tables beside it; edit those.

/** Participants and the messages between them: the content of an `.sqdf.json` file. */
export type SequenceDefinition = {
  /** Settings of the whole scenario. */
  settings: SqdSettings;
  /** The participants, from left to right. */
  participants: SqdParticipant[];
  /** The messages of the main path, from top to bottom. */
  messages: SqdMessage[];
  /** The fragments that branch from the main path. */
  fragments?: SqdFragment[];
};

/** Settings of a scenario. */
export type SqdSettings = {
  /** A dotted name; only comments show it. */
  namespace: string;
  /** The scenario's name. */
  name: string;
  /** The purpose of the scenario. */
  description?: string;
  /** Remarks about the whole scenario. */
  notes?: string;
  /** The effect of rules of the validator, such as `{ "W306": "off" }`. */
  rules?: SqdRuleSettings;
};

/** The effect of rules of the validator, by id. Rules about errors have none: they cannot be turned off. */
export type SqdRuleSettings = {
  /** No findings, warnings or errors of rule W116. */
  W116?: "off" | "warn" | "error";
  /** No findings, warnings or errors of rule W301. */
  W301?: "off" | "warn" | "error";
  /** No findings, warnings or errors of rule W302. */
  W302?: "off" | "warn" | "error";
  /** No findings, warnings or errors of rule W303. */
  W303?: "off" | "warn" | "error";
  /** No findings, warnings or errors of rule W304. */
  W304?: "off" | "warn" | "error";
  /** No findings, warnings or errors of rule W305. */
  W305?: "off" | "warn" | "error";
  /** No findings, warnings or errors of rule W306. */
  W306?: "off" | "warn" | "error";
  /** No findings, warnings or errors of rule W307. */
  W307?: "off" | "warn" | "error";
  /** No findings, warnings or errors of rule W308. */
  W308?: "off" | "warn" | "error";
};

/** A participant: a lifeline. At most one of `actor`, `service` and `object` says what it is. */
export type SqdParticipant = {
  /** Its name, unique in the scenario. */
  name: string;
  /** The actor of the system that it is. */
  actor?: string;
  /** The running service that it is. */
  service?: string;
  /** The object of a machine that it is, by the name of the instance. */
  object?: string;
  /** The entities that it keeps. */
  holds?: string[];
  /** Its purpose. */
  description?: string;
  /** Remarks. */
  notes?: string;
};

/** A message from one participant to another or to itself. */
export type SqdMessage = {
  /** The participant that sends it. */
  from: string;
  /** The participant that receives it. */
  to: string;
  /** The act or the utterance, in a few words. */
  label: string;
  /** The event or timer of a machine that it raises. */
  event?: string;
  /** The machine that the event is for, where several have it. */
  machine?: string;
  /** The entity that it carries. */
  carries?: string;
  /** The state of the machine after the message. */
  state?: string;
  /** True when the scenario works without it. */
  optional?: boolean;
  /** True when it answers an earlier message. */
  reply?: boolean;
  /** Its meaning. */
  description?: string;
  /** Remarks. */
  notes?: string;
};

/** A part of a scenario that branches from the messages around it. */
export type SqdFragment = {
  /** A name for operations, unique in the scenario; nobody sees it. */
  id?: string;
  /** `alt` and `break` go on instead of the messages after it, the others beside or before them. */
  kind: "alt" | "opt" | "loop" | "par" | "break" | "critical";
  /** The condition, in words. */
  label: string;
  /** Messages before it in the path around it; 0 for none. */
  after: number;
  /** For `alt` and `break`: the number of messages around it after which the scenario continues; default: it ends. */
  until?: number;
  /** Its own messages. */
  messages: SqdMessage[];
  /** The fragments that branch from its own messages. */
  fragments?: SqdFragment[];
  /** Remarks. */
  notes?: string;
};
