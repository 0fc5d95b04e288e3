import { attributesOf, didYouMean, entitiesOf, stateOfList, textOrEmpty } from "@loom/protocol";
import { guardFields } from "./guard_fields.ts";
import type { Breach } from "./rule.ts";
import type { EntityFact, MachineFacts, SystemSurvey } from "./survey.ts";

/** L001: guards read a field of an object whose class is no entity. */
export function* checkClasses({ entities, erds, machines, incomplete }: SystemSurvey): Iterable<Breach> {
  if (erds.length === 0 || incomplete.has("erd")) return;
  for (const { member, objects, guards } of machines) {
    for (const { instance, className, path } of objects) {
      const field = guards.flatMap(({ condition }) => guardFields(condition, instance))[0];
      if (entities.has(className) || field === undefined) continue;
      yield {
        message:
          `A guard reads "${instance}.${field}", but the class of "${instance}", "${className}", is no ` +
          `entity: add the entity, or correct the class.${didYouMean(className, entities.keys())}`,
        element: instance,
        member: member.path,
        path: `${path}/class`,
      };
    }
  }
}

/** L002: a guard reads a field that the entity does not have. */
export function* checkFields({ entities, machines }: SystemSurvey): Iterable<Breach> {
  for (const { member, objects, guards } of machines) {
    for (const { condition, state, path } of guards) {
      for (const { instance, className } of objects) {
        if (!entities.has(className)) continue;
        const attributes = attributeNames(entities, className);
        for (const field of guardFields(condition, instance)) {
          if (attributes.has(field)) continue;
          yield {
            message:
              `A guard of "${state}" reads "${instance}.${field}", but the entity "${className}" has no ` +
              `attribute "${field}": add it, or correct the guard.${didYouMean(field, attributes)}`,
            element: state,
            member: member.path,
            path,
          };
        }
      }
    }
  }
}

/** L003: an attribute stores the state of a machine that has no object of its entity. */
export function* checkStateHolders({ entities, machines }: SystemSurvey): Iterable<Breach> {
  for (const { ownName, objects } of machines) {
    if (ownName === "") continue;
    const classes = new Set(objects.map(({ className }) => className));
    for (const [name, { member, attributes }] of entities) {
      if (classes.has(name)) continue;
      for (const { name: attribute, value, path } of attributes) {
        if (!stateOfList(value.stateOf).includes(ownName)) continue;
        yield {
          message:
            `"${name}.${attribute}" stores the state of "${ownName}", but no object of that machine is ` +
            `a "${name}": give the machine an object of this class, or correct stateOf.`,
          element: `${name}.${attribute}`,
          member: member.path,
          path: `${path}/stateOf`,
        };
      }
    }
  }
}

/** L004: an attribute stores the state of a machine that is no member. */
export function* checkStateOf({ erds, machines, incomplete }: SystemSurvey): Iterable<Breach> {
  if (incomplete.has("machine")) return;
  const names = machineNamesOf(machines);
  for (const { path: member, definition } of erds) {
    for (const entity of entitiesOf(definition)) {
      for (const { name, value, path } of attributesOf(entity)) {
        for (const machine of stateOfList(value.stateOf)) {
          if (names.has(machine)) continue;
          yield {
            message:
              `"${entity.name}.${name}" stores the state of "${machine}", which is no machine of the ` +
              `system: ${listed(names)}.${didYouMean(machine, names)}`,
            element: `${entity.name}.${name}`,
            member,
            path: `${path}/stateOf`,
          };
        }
      }
    }
  }
}

/** The names by which other documents know machines. */
export function machineNamesOf(machines: readonly MachineFacts[]): Set<string> {
  return new Set(machines.flatMap(({ name, ownName }) => ownName === "" ? [name] : [ownName, name]));
}

/** The names of an entity's attributes and of those that it inherits. */
export function attributeNames(entities: ReadonlyMap<string, EntityFact>, name: string): Set<string> {
  const names = new Set<string>();
  const seen = new Set<string>();
  for (let at = name; !seen.has(at);) {
    seen.add(at);
    const fact = entities.get(at);
    if (fact === undefined) break;
    for (const attribute of fact.attributes) names.add(attribute.name);
    at = textOrEmpty(fact.entity.value.extends);
  }
  return names;
}

function listed(names: ReadonlySet<string>): string {
  return names.size === 0 ? "it has no machines" : `its machines are ${[...names].join(", ")}`;
}
