/**
 * The names of generated code. One rule, for both languages and for rule W107 of the validator: a name is spelled as
 * `naming.ts` says, {@linkcode identifierOf} makes it an identifier, and where a reserved word or an earlier name has
 * that already, it gets `_2`, `_3`, ... in all its forms. Names are given out in this order: machine, context class,
 * objects, events, timers, parameters, states, feeders, each in document order.
 *
 * @module
 */
import { isObject, type StateMachineDefinition } from "@loom/protocol";
import { camelCase, classPart, pascalCase, snakeCase } from "./case.ts";
import { identifierOf } from "./identifier.ts";
import { Claims, type Form, NameSpace, type Owner } from "./name_space.ts";
import {
  CONTEXT_MEMBERS,
  DATA_MODULE_NAMES,
  FEEDER_MEMBERS,
  HOOK_NAMES,
  MODULE_NAMES,
  PYTHON_WORDS,
  RESERVED_WORDS,
} from "./reserved.ts";
import { pathOf, type TreeState } from "./state_tree.ts";
import { quoted } from "./case.ts";
import { builtInType, type Spelling } from "./type_map.ts";

/** A name that generated code had to change. */
export interface ChangedName {
  /** The sort of its owner, such as `event`. */
  readonly sort: string;
  /** The name in the definition. */
  readonly name: string;
  /** The present owner of the name, in words; `undefined` when it is no identifier. */
  readonly met: string | undefined;
  /** The element that the change is about. */
  readonly element: string;
  /** JSON pointer to the name. */
  readonly path: string;
}

/** The names of the machine as a whole. */
export interface MachineNames {
  readonly enumeration: string;
  readonly base: string;
  readonly data: string;
  readonly context: string;
}

/** The names of an event. */
export interface EventNames {
  /** The list of transitions in a state class, and the method of the context. */
  readonly handler: Spelling;
  /** The method of the feeder. */
  readonly method: Spelling;
  /** The type of the payload. */
  readonly payload: string;
  /** The parameters, by their names. */
  readonly parameters: ReadonlyMap<string, Spelling>;
}

/** The names of a state. */
export interface StateNames {
  readonly className: string;
  /** The member of the enumeration. */
  readonly member: string;
}

/** All names of a generated module. */
export interface GeneratedNames {
  readonly machine: MachineNames;
  /** The members of the context for `settings.objects`, one for one. */
  readonly instances: readonly (string | undefined)[];
  /** The types of objects, by the class in the definition. */
  readonly classes: ReadonlyMap<string, string>;
  /** The types that only parameters have, by the class in the definition. */
  readonly parameterClasses: ReadonlyMap<string, string>;
  /** By event id. */
  readonly events: ReadonlyMap<string, EventNames>;
  /** By place in document order. */
  readonly states: readonly StateNames[];
  /** The classes of the feeders, by feeder. */
  readonly feeders: ReadonlyMap<string, string>;
  /** Names that had to change, in the order of the rule. */
  readonly changes: readonly ChangedName[];
  /** True when the definition declares data. */
  readonly hasData: boolean;
  /** The names of events that only transitions use. */
  useEvent(id: string): EventNames;
  /** A free name of the module, for a part of an expression. */
  part(): Spelling;
  /** A name of the module for a type of the declared data: the given one, with a suffix where it is taken. */
  dataType(name: string): string;
}

/** An object of a definition whose members may be anything. */
type Members = Readonly<Record<string, unknown>>;

const RESERVED = "a word that TypeScript or Python keeps for itself";

/**
 * Gives every thing of a definition its names.
 *
 * @param states The states that run, in document order.
 */
export function namesOf(definition: StateMachineDefinition, states: readonly TreeState[]): GeneratedNames {
  return new NameGiver(definition, states);
}

class NameGiver implements GeneratedNames {
  readonly machine: MachineNames;
  readonly instances: (string | undefined)[] = [];
  readonly classes: Map<string, string> = new Map();
  readonly parameterClasses: Map<string, string> = new Map();
  readonly events: Map<string, EventNames> = new Map();
  readonly states: StateNames[] = [];
  readonly feeders: Map<string, string> = new Map();
  readonly changes: ChangedName[] = [];
  readonly hasData: boolean;
  readonly #claims = new Claims();
  readonly #module: NameSpace;
  readonly #context = new NameSpace([CONTEXT_MEMBERS, "a member of the generated context"], [
    RESERVED_WORDS,
    RESERVED,
  ]);
  readonly #handlers = new NameSpace([HOOK_NAMES, "a hook of states and contexts"]);
  readonly #feeds = new NameSpace([FEEDER_MEMBERS, "a member of the generated feeder"], [
    PYTHON_WORDS,
    RESERVED,
  ]);
  readonly #members = new NameSpace([
    { has: (name) => /^_.*_$/.test(name) },
    "what Python's enumerations keep for themselves",
  ]);
  /** An object may be what feeds events, too: its class is then the feeder, of which no type is made. */
  readonly #feederNames: ReadonlySet<unknown>;
  #parts = 0;

  constructor(definition: StateMachineDefinition, states: readonly TreeState[]) {
    const settings: Members = isObject(definition?.settings) ? definition.settings : {};
    const sources = entriesOf(definition?.events);
    this.hasData = Array.isArray(settings.data);
    this.#module = new NameSpace(
      [RESERVED_WORDS, RESERVED],
      [
        this.hasData ? DATA_MODULE_NAMES : MODULE_NAMES,
        "a name that generated code has already",
      ],
    );
    this.#feederNames = new Set(sources.map(([, { feeder }]) => feeder));
    this.machine = this.#nameMachine(settings);
    this.#nameObjects(settings.objects);
    for (const [index, source] of sources) {
      for (const [place, event] of entriesOf(source.events)) {
        this.#nameEvent(event, `/events/${index}/events/${place}`);
      }
    }
    for (const [index, source] of sources) {
      for (const [place, timer] of entriesOf(source.timers)) {
        this.#nameEvent({ id: timer.id }, `/events/${index}/timers/${place}`);
      }
    }
    this.#nameStates(states);
    for (const [index, source] of sources) this.#nameFeeder(source.feeder, `/events/${index}/feeder`);
  }

  useEvent(id: string): EventNames {
    const known = this.events.get(id);
    if (known) return known;
    const names = this.#eventNames(id, new Map()).names;
    this.events.set(id, names);
    return names;
  }

  dataType(name: string): string {
    const { suffix } = this.#claims.claim((suffix) => [this.#inModule(name + suffix)], "a type of the data");
    return name + suffix;
  }

  part(): Spelling {
    for (this.#parts++;; this.#parts++) {
      const spelling = { typescript: `part${this.#parts}`, python: `_part_${this.#parts}` };
      if (Object.values(spelling).every((name) => this.#module.ownerOf(name) === undefined)) return spelling;
    }
  }

  #nameMachine({ name, context }: Members): MachineNames {
    const given = typeof name === "string" && name !== "" ? name : undefined;
    const id = identifierOf(given ?? "StateMachine");
    const named: unknown = isObject(context) ? context.class : undefined;
    const contextClass = typeof named === "string" && named !== "" ? named : undefined;
    const forms = (suffix: string) => [
      this.#inModule(`${id}StateEnum${suffix}`),
      this.#inModule(`State${id}${suffix}`),
      this.#inModule(`${id}Data${suffix}`),
      ...(contextClass === undefined ? [this.#inModule(`${id}Context${suffix}`)] : []),
    ];
    const { suffix, met } = this.#claims.claim(forms, "a class of the machine itself");
    if (given !== undefined) this.#note("machine name", given, id, met, "/settings/name");
    return {
      enumeration: `${id}StateEnum${suffix}`,
      base: `State${id}${suffix}`,
      data: `${id}Data${suffix}`,
      context: contextClass === undefined
        ? `${id}Context${suffix}`
        : this.#nameClass("context class", contextClass, "/settings/context/class", "the context class"),
    };
  }

  #nameObjects(list: unknown): void {
    for (const [index, object] of entriesOf(list)) {
      const { instance } = object;
      if (typeof instance !== "string") continue;
      const id = identifierOf(instance);
      const { suffix, met } = this.#claims.claim(
        (suffix) => [[this.#context, id + suffix]],
        { sort: "object", name: instance },
      );
      this.instances[index] = id + suffix;
      this.#note("object", instance, id, met, `/settings/objects/${index}/instance`);
      const type: unknown = object.class;
      if (typeof type !== "string" || this.#hasNoClass(type) || this.classes.has(type)) continue;
      const owner = { sort: "class of the object", name: instance };
      this.classes.set(type, this.#nameClass("class", type, `/settings/objects/${index}/class`, owner));
    }
  }

  #nameEvent(event: Members, path: string): void {
    const { id } = event;
    if (typeof id !== "string") return;
    const parameters = this.#nameParameters(event, path);
    if (this.events.has(id)) return;
    const { names, met } = this.#eventNames(id, parameters);
    this.events.set(id, names);
    this.#note("event", id, identifierOf(id), met, `${path}/id`);
  }

  #eventNames(
    id: string,
    parameters: ReadonlyMap<string, Spelling>,
  ): { names: EventNames; met: string | undefined } {
    const snake = snakeCase(id);
    const plain = {
      handler: {
        typescript: identifierOf(`on${pascalCase(snake)}`),
        python: identifierOf(`on_${snake}`),
      },
      method: { typescript: identifierOf(camelCase(snake)), python: identifierOf(snake) },
      payload: identifierOf(`${pascalCase(snake)}Payload`),
    };
    const forms = (suffix: string) => [
      ...spellings(plain.handler, suffix).flatMap((
        name,
      ): Form[] => [[this.#handlers, name], [this.#context, name]]),
      ...spellings(plain.method, suffix).map((name): Form => [this.#feeds, name]),
      this.#inModule(plain.payload + suffix),
    ];
    const { suffix, met } = this.#claims.claim(forms, { sort: "event", name: id });
    const names = {
      handler: suffixed(plain.handler, suffix),
      method: suffixed(plain.method, suffix),
      payload: plain.payload + suffix,
      parameters,
    };
    return { names, met };
  }

  #nameParameters(event: Members, path: string): ReadonlyMap<string, Spelling> {
    const names = new Map<string, Spelling>();
    const { id: element, parameters } = event;
    const list = entriesOf(parameters);
    if (list.length === 0) return names;
    const claims = new Claims();
    const space = new NameSpace([RESERVED_WORDS, RESERVED], [new Set(["self", "context"]), RESERVED]);
    for (const [index, { name, type }] of list) {
      if (typeof name !== "string") continue;
      this.#nameParameterType(type, `${path}/parameters/${index}/type`);
      const snake = snakeCase(name);
      const plain = { typescript: identifierOf(camelCase(snake)), python: identifierOf(snake) };
      const isRepeated = names.has(name);
      const { suffix, met } = isRepeated
        ? { suffix: "", met: `the parameter ${quoted(name)}` }
        : this.#claim(claims, space, plain, { sort: "parameter", name });
      if (!isRepeated) names.set(name, suffixed(plain, suffix));
      this.#note(
        "parameter",
        name,
        identifierOf(name),
        met,
        `${path}/parameters/${index}/name`,
        String(element),
      );
    }
    return names;
  }

  /** Texts that are no identifier, such as `Map<string, int>`, mean something in one language at most. */
  #nameParameterType(type: unknown, path: string): void {
    if (typeof type !== "string" || identifierOf(type) !== type || this.#hasNoClass(type)) return;
    if (this.classes.has(type) || this.parameterClasses.has(type)) return;
    this.parameterClasses.set(type, this.#nameClass("class", type, path, { sort: "class", name: type }));
  }

  #hasNoClass(type: string): boolean {
    return builtInType(type, this.hasData) !== undefined || this.#feederNames.has(type);
  }

  #claim(claims: Claims, space: NameSpace, plain: Spelling, owner: Owner) {
    return claims.claim((suffix) => spellings(plain, suffix).map((name): Form => [space, name]), owner);
  }

  #nameStates(states: readonly TreeState[]): void {
    const isFirst = firstOfItsName(states);
    for (const state of states) {
      const { name } = state;
      const id = identifierOf(name);
      const className = this.#classOf(state);
      const member = identifierOf(snakeCase(name).toUpperCase());
      const forms = (suffix: string): Form[] => [
        this.#inModule(className + suffix),
        [this.#members, member + suffix],
      ];
      const { suffix, met } = this.#claims.claim(forms, { sort: "state", name });
      this.states.push({ className: className + suffix, member: member + suffix });
      if (id === name && met === undefined) continue;
      if (isFirst(state)) this.#note("state", name, id, met, `${pathOf(state)}/name`);
    }
  }

  /** A root called like the machine is usual; its class is told apart from the base class of all states. */
  #classOf({ name, parent }: TreeState): string {
    const className = identifierOf(`State${classPart(name)}`);
    return parent === null && className === this.machine.base ? `${className}Root` : className;
  }

  #nameFeeder(feeder: unknown, path: string): void {
    if (typeof feeder !== "string" || feeder === "" || this.feeders.has(feeder)) return;
    this.feeders.set(feeder, this.#nameClass("feeder", feeder, path, { sort: "feeder", name: feeder }));
  }

  #nameClass(sort: string, name: string, path: string, owner: Owner): string {
    const id = identifierOf(name);
    const { suffix, met } = this.#claims.claim((suffix) => [this.#inModule(id + suffix)], owner);
    this.#note(sort, name, id, met, path);
    return id + suffix;
  }

  #inModule(name: string): Form {
    return [this.#module, name];
  }

  #note(
    sort: string,
    name: string,
    id: string,
    met: string | undefined,
    path: string,
    element: string = name,
  ): void {
    if (id === name && met === undefined) return;
    this.changes.push({
      sort,
      name,
      met: id === name ? met : undefined,
      element,
      path,
    });
  }
}

/** Tells whether a state is the first of its name; there is nothing to remember until somebody asks. */
function firstOfItsName(states: readonly TreeState[]): (state: TreeState) => boolean {
  let first: ReadonlyMap<string, TreeState> | undefined;
  return (state) => {
    first ??= new Map(states.toReversed().map((one) => [one.name, one]));
    return first.get(state.name) === state;
  };
}

/** The entries of a list that are objects, with their places. */
function entriesOf(list: unknown): [number, Members][] {
  if (!Array.isArray(list)) return [];
  const entries: [number, Members][] = [];
  list.forEach((entry: unknown, index) => {
    if (isObject(entry)) entries.push([index, entry as Members]);
  });
  return entries;
}

function spellings({ typescript, python }: Spelling, suffix: string): string[] {
  return typescript === python ? [typescript + suffix] : [typescript + suffix, python + suffix];
}

function suffixed({ typescript, python }: Spelling, suffix: string): Spelling {
  return { typescript: typescript + suffix, python: python + suffix };
}
