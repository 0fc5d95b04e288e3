import { isObject, parseJsonText, type StateMachineDefinition, type TextRemark } from "@loom/protocol";
import { SmdfError } from "./smdf_error.ts";
import { structureFault } from "./structure.ts";
import {
  DEFINITION_XML,
  EXTENSION_NAMESPACE,
  ROOT_ELEMENT,
  SMDF_NAMESPACE,
  type XmlMember,
  type XmlShape,
} from "./xml_shape.ts";
import { XmlReading } from "./xml_remarks.ts";
import { type ParseXmlOptions, parseXmlTree, type XmlElement } from "./xml_tree.ts";

type Members = Record<string, unknown>;

/**
 * Reads a machine definition from XML, `.smdf.xml` or `.fsm`: with a namespace under any prefix, or without one.
 * Actions keep the order of the document; unknown elements and attributes are left out; nothing is filled in,
 * but a state without a name is called `""`.
 *
 * @param text The text of the file.
 * @param options Bounds on length and depth other than the default ones.
 * @throws {XmlSyntaxError} When the text is no XML, has a DOCTYPE, or passes a bound.
 * @throws {SmdfError} When the root element has nothing of a machine, or what it carries as JSON is no machine.
 *
 * @example
 * ```ts
 * import { parseXml } from "@loom/engine";
 * import { assertEquals } from "@std/assert";
 * const door = parseXml(`
 *   <stateMachine xmlns="http://www.stateforge.com/StateMachineDotNet-v1">
 *     <state name="Door"><state name="Open"/><state name="Closed"/></state>
 *   </stateMachine>`);
 * assertEquals(door.state.states?.map((state) => state.name), ["Open", "Closed"]);
 * ```
 */
export function parseXml(text: string, options: ReadXmlOptions = {}): StateMachineDefinition {
  return readXml(text, options).definition;
}

/** Options for {@linkcode readXml}. */
export interface ReadXmlOptions extends ParseXmlOptions {
  /** Keeps the text of numbers that are carried as JSON; see `parseJsonText`. Default: `false`. */
  exactNumbers?: boolean;
}

/**
 * Reads a machine definition from XML, as {@linkcode parseXml} does, and says what was left out.
 *
 * @throws {LoomError} What {@linkcode parseXml} throws.
 */
export function readXml(
  text: string,
  options: ReadXmlOptions = {},
): { readonly definition: StateMachineDefinition; readonly remarks: readonly TextRemark[] } {
  const root = parseXmlTree(text, options);
  const reader = new XmlReader(root.namespace, options);
  const definition: unknown = reader.read(root, DEFINITION_XML);
  if (root.name !== ROOT_ELEMENT && isObject(definition) && Object.keys(definition).length === 0) {
    throw new SmdfError(
      `The element "${root.name}" holds no state machine: put "settings", "events" and "state" in it`,
      "",
      root,
    );
  }
  const fault = structureFault(definition);
  if (fault) throw new SmdfError(fault.problem, fault.path);
  return { definition: definition as StateMachineDefinition, remarks: reader.reading.remarks(root) };
}

/** Reads elements by their rows in the table of the format. */
class XmlReader {
  readonly #namespaces: ReadonlySet<string>;
  readonly #options: ReadXmlOptions;
  /** The definition. */
  readonly reading = new XmlReading();

  /** Elements in the namespace of the root, or in none, belong to the format. */
  constructor(rootNamespace: string, options: ReadXmlOptions) {
    this.#namespaces = new Set(["", SMDF_NAMESPACE, rootNamespace]);
    this.#options = options;
  }

  read(element: XmlElement, shape: XmlShape): Members {
    const members: Members = { ...shape.defaults };
    for (const name of shape.attributes) {
      const value = this.reading.attribute(element, name);
      if (value !== undefined) members[name] = value;
    }
    for (const name of shape.flags ?? []) {
      const value = this.reading.attribute(element, name);
      if (value !== undefined) members[name] = value.trim().toLowerCase() === "true";
    }
    for (const member of shape.elements) this.#readMember(element, member, members);
    if (shape.attributes.includes("condition")) this.#readCondition(element, members);
    return Object.assign(members, this.#extra(element));
  }

  #readMember(element: XmlElement, member: XmlMember, members: Members): void {
    switch (member.form) {
      case "object": {
        const child = this.#child(element, member.element);
        if (child) members[member.member] = this.read(child, member.shape);
        return;
      }
      case "list": {
        const children = this.#children(element, member.element);
        if (children.length > 0 || member.always) {
          members[member.member] = children.map((child) => this.read(child, member.shape));
        }
        return;
      }
      case "group": {
        const group = this.#child(element, member.element);
        if (!group) return;
        members[member.member] = this.#children(group, member.inner).map((child) =>
          this.read(child, member.shape)
        );
        return;
      }
      case "texts": {
        const children = this.#children(element, member.element);
        const texts = children.map((child) => this.reading.text(child)).filter(Boolean);
        if (texts.length > 0) members[member.member] = texts;
        return;
      }
      case "block": {
        const block = this.#child(element, member.element);
        if (block) members[member.member] = { actions: this.#readActions(block), ...this.#extra(block) };
        return;
      }
      case "actions": {
        const actions = this.#readActions(element);
        if (actions.length > 0) members[member.member] = actions;
        return;
      }
    }
  }

  /** A guard may stand in an element of its own, where long text reads better. */
  #readCondition(element: XmlElement, members: Members): void {
    const child = this.#child(element, "condition");
    const text = child && this.reading.text(child);
    if (text) members.condition = text;
  }

  #readActions(block: XmlElement): unknown[] {
    const actions: unknown[] = [];
    for (const element of block.children) {
      const action = this.#readAction(element);
      if (action !== undefined) actions.push(action);
    }
    return actions;
  }

  #readAction(element: XmlElement): unknown {
    if (element.namespace === EXTENSION_NAMESPACE) {
      if (element.name !== "value") return undefined;
      this.reading.take([element]);
      return this.#carriedJson(element);
    }
    const action = this.#namespaces.has(element.namespace) ? this.#effectMember(element) : undefined;
    if (action === undefined) return undefined;
    this.reading.take([element]);
    return Object.assign(action, this.#extra(element));
  }

  #effectMember(element: XmlElement): Members | undefined {
    const { reading } = this;
    switch (element.name) {
      case "action": {
        const code = reading.text(element);
        return code === "" ? undefined : { code };
      }
      case "timerStart": {
        const names = ["timer", "duration", "repeat"];
        const given = names.map((name) => [name, reading.attribute(element, name)]);
        return { timerStart: Object.fromEntries(given.filter(([, value]) => value !== undefined)) };
      }
      case "timerStop":
        return { timerStop: reading.attribute(element, "timer") ?? "" };
      case "raise":
        return { raise: reading.attribute(element, "event") ?? "" };
      default:
        return undefined;
    }
  }

  #children(element: XmlElement, name: string): XmlElement[] {
    return this.reading.take(this.#named(element, name));
  }

  /** The first child of that name. */
  #child(element: XmlElement, name: string): XmlElement | undefined {
    return this.reading.take(this.#named(element, name).slice(0, 1))[0];
  }

  #named(element: XmlElement, name: string): XmlElement[] {
    return element.children.filter((child) => child.name === name && this.#namespaces.has(child.namespace));
  }

  /** The members that the element carries as JSON: they win over what its attributes and elements say. */
  #extra(element: XmlElement): Members {
    const carrier = element.children.find((child) =>
      child.name === "extra" && child.namespace === EXTENSION_NAMESPACE
    );
    if (!carrier) return {};
    this.reading.take([carrier]);
    const members = this.#carriedJson(carrier);
    if (isObject(members)) return members;
    throw new SmdfError("The carried members must be a JSON object", "", carrier);
  }

  #carriedJson(element: XmlElement): unknown {
    const { exactNumbers = false } = this.#options;
    try {
      return parseJsonText(this.reading.text(element), { exactNumbers });
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new SmdfError(`The carried JSON cannot be read: ${reason.replace(/\.$/, "")}`, "", element);
    }
  }
}
