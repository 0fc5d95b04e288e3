/**
 * The XML form of a definition: one row for each kind of object, for the reader and the writer.
 *
 * @module
 */

/** The members of an object as attributes and elements. */
export interface XmlShape {
  /** Members with text: attributes of the same name. */
  readonly attributes: readonly string[];
  /** Members that are true or false: attributes of the same name. */
  readonly flags?: readonly string[];
  /** Members that are never absent, with what they are when nothing says otherwise. */
  readonly defaults?: Readonly<Record<string, string>>;
  /** Child elements, in the order of writing. */
  readonly elements: readonly XmlMember[];
}

/** A member that is written as child elements. */
export type XmlMember =
  /** An object: one element. */
  | { readonly form: "object"; readonly element: string; readonly member: string; readonly shape: XmlShape }
  /** A list of objects: one element each. Without an element the member is absent, unless it is `always` a list. */
  | {
    readonly form: "list";
    readonly element: string;
    readonly member: string;
    readonly shape: XmlShape;
    readonly always?: boolean;
  }
  /** A list of objects inside one element, so that an empty list shows. */
  | {
    readonly form: "group";
    readonly element: string;
    readonly member: string;
    readonly inner: string;
    readonly shape: XmlShape;
  }
  /** A list of texts: one element each. */
  | { readonly form: "texts"; readonly element: string; readonly member: string }
  /** The actions of an entry or exit block, in one element. */
  | { readonly form: "block"; readonly element: string; readonly member: string }
  /** The actions of a transition, directly inside it. */
  | { readonly form: "actions"; readonly member: string };

/** The namespace of the elements in documents that declare one. */
export const SMDF_NAMESPACE = "http://www.stateforge.com/StateMachineDotNet-v1";

/** The namespace of what carries JSON: members and actions that no element of the format can hold. */
export const EXTENSION_NAMESPACE = "urn:loom:smdf";

const PARAMETER: XmlShape = { attributes: ["name", "type", "description"], elements: [] };
const TIMER: XmlShape = { attributes: ["id", "name", "description"], elements: [] };
const OBJECT: XmlShape = { attributes: ["instance", "class", "namespace"], elements: [] };
const CONTEXT: XmlShape = { attributes: ["class", "instance", "baseClass"], elements: [] };
const PROVENANCE: XmlShape = {
  attributes: ["kind", "pdeId", "pdeFolder", "originalPrompt", "engine"],
  elements: [],
};

const EVENT: XmlShape = {
  attributes: ["id", "name", "description", "preAction", "postAction"],
  elements: [{ form: "list", element: "parameter", member: "parameters", shape: PARAMETER }],
};

const SOURCE: XmlShape = {
  attributes: ["name", "file", "feeder", "description"],
  elements: [
    { form: "list", element: "event", member: "events", shape: EVENT },
    { form: "list", element: "timer", member: "timers", shape: TIMER },
  ],
};

const SETTINGS: XmlShape = {
  attributes: ["namespace", "name", "description", "targetLanguage", "notes", "completion"],
  flags: ["asynchronous"],
  elements: [
    { form: "list", element: "object", member: "objects", shape: OBJECT },
    { form: "object", element: "context", member: "context", shape: CONTEXT },
    { form: "texts", element: "using", member: "using" },
    { form: "texts", element: "import", member: "imports" },
    { form: "object", element: "source", member: "_source", shape: PROVENANCE },
  ],
};

const TRANSITION: XmlShape = {
  attributes: ["event", "nextState", "condition", "description"],
  elements: [{ form: "actions", member: "actions" }],
};

const stateElements: XmlMember[] = [
  { form: "block", element: "onEntry", member: "onEntry" },
  { form: "block", element: "onExit", member: "onExit" },
  { form: "list", element: "transition", member: "transitions", shape: TRANSITION },
];

const STATE: XmlShape = {
  attributes: ["name", "kind", "description", "notes", "prompt", "initial", "history"],
  defaults: { name: "" },
  elements: stateElements,
};

const PARALLEL: XmlShape = {
  attributes: ["nextState"],
  elements: [{ form: "list", element: "state", member: "states", shape: STATE, always: true }],
};

// A state contains states: its row can only be completed once it exists.
stateElements.push(
  { form: "list", element: "state", member: "states", shape: STATE },
  { form: "object", element: "parallel", member: "parallel", shape: PARALLEL },
);

/** The whole definition: the document's root element. */
export const DEFINITION_XML: XmlShape = {
  attributes: [],
  elements: [
    { form: "object", element: "settings", member: "settings", shape: SETTINGS },
    { form: "group", element: "events", member: "events", inner: "eventSource", shape: SOURCE },
    { form: "object", element: "state", member: "state", shape: STATE },
  ],
};

/** The name of the root element. */
export const ROOT_ELEMENT = "stateMachine";
