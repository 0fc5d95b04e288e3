import { isObject } from "@loom/protocol";
import type { GeneratedNames } from "../naming/names.ts";
import type { NamesUsed } from "./names_used.ts";
import type { CodePlan, EventPlan, ObjectPlan, ObjectTypePlan } from "./plan.ts";
import { builtInType, type Spelling, UNKNOWN_TYPE } from "../naming/type_map.ts";

/** Inputs of the plan of objects. */
interface ObjectSources {
  readonly names: GeneratedNames;
  readonly used: NamesUsed;
  readonly events: readonly EventPlan[];
}

/** Plans the objects of the settings, their types, and what is left to the data. */
export function planObjects(
  settings: unknown,
  { names, used, events }: ObjectSources,
): Pick<CodePlan, "objects" | "objectTypes" | "parameterTypes" | "hidden" | "scope" | "data"> {
  const objects = objectsOf(settings, names);
  const parameters = new Set(events.flatMap((event) => event.parameters.map(({ key }) => key)));
  const native = new Map<string, string>();
  for (const { instance, name, hasClass } of objects) {
    // What the payload may hide, or an action replace, is looked up when it is needed; so is what has no known type.
    const isFixed = hasClass && !parameters.has(instance) && !used.assigned.has(instance);
    if (isFixed) native.set(instance, native.get(instance) ?? name);
  }
  return {
    objects,
    objectTypes: typesOf(settings, names, used),
    parameterTypes: [...names.parameterClasses],
    data: [...used.data].filter((name) => !native.has(name)),
    hidden: objects.filter(({ instance }) => !native.has(instance)),
    scope: { objectOf: (name) => native.get(name) },
  };
}

function objectsOf(settings: unknown, names: GeneratedNames): ObjectPlan[] {
  const plans: ObjectPlan[] = [];
  for (const [index, entry] of listOf(settings).entries()) {
    const name = names.instances[index];
    const instance = memberOf(entry, "instance");
    if (name === undefined || instance === undefined) continue;
    const word = memberOf(entry, "class");
    const hasClass = word !== undefined && names.classes.has(word);
    plans.push({ instance, name, type: typeOf(word, names), hasClass });
  }
  return plans;
}

function typeOf(word: string | undefined, names: GeneratedNames): Spelling {
  if (word === undefined) return UNKNOWN_TYPE;
  const name = names.classes.get(word);
  return name === undefined ? builtInType(word) ?? UNKNOWN_TYPE : { typescript: name, python: name };
}

function typesOf(settings: unknown, names: GeneratedNames, used: NamesUsed): ObjectTypePlan[] {
  return [...names.classes].map(([source, name]) => {
    const instances = listOf(settings).flatMap((entry) =>
      memberOf(entry, "class") === source ? memberOf(entry, "instance") ?? [] : []
    );
    const methods = new Set(instances.flatMap((instance) => [...used.methods.get(instance) ?? []]));
    const properties = new Set(instances.flatMap((instance) => [...used.properties.get(instance) ?? []]));
    for (const method of methods) properties.delete(method);
    return {
      source,
      name,
      instances: [...new Set(instances)],
      methods: [...methods],
      properties: [...properties],
    };
  });
}

function memberOf(entry: unknown, key: string): string | undefined {
  const value: unknown = isObject(entry) ? (entry as Readonly<Record<string, unknown>>)[key] : undefined;
  return typeof value === "string" ? value : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
