import { didYouMean, type LocatedMessage, namesIn, textOrEmpty } from "@loom/protocol";
import { machineNamesOf } from "./data_rules.ts";
import type { Breach } from "./rule.ts";
import type { MachineFacts, ScenarioFacts, SystemSurvey } from "./survey.ts";

/** L005: a message names a machine or an event that the system does not have. */
export function* checkEvents({ machines, scenarios, incomplete }: SystemSurvey): Iterable<Breach> {
  if (incomplete.has("machine")) return;
  const names = machineNamesOf(machines);
  const events = new Set(machines.flatMap((one) => [...one.events]));
  for (const { member, messages } of scenarios) {
    for (const { ref, value, path } of messages) {
      const event = textOrEmpty(value?.event);
      const machine = textOrEmpty(value?.machine);
      const place = { element: `message:${ref}`, member: member.path };
      if (machine !== "" && !names.has(machine)) {
        const message = `Message ${ref} is for the machine "${machine}", which is no member: correct the ` +
          `name, or add the machine to the system.${didYouMean(machine, names)}`;
        yield { message, ...place, path: `${path}/machine` };
        continue;
      }
      const heard = machine === "" ? machines : machines.filter((one) => isCalled(one, machine));
      if (event === "" || heard.some((one) => one.events.has(event))) continue;
      const known = machine === "" ? events : heard.flatMap((one) => [...one.events]);
      const message = `Message ${ref} fires "${event}", which ${
        machine === "" ? "no machine of the system has" : `"${machine}" does not have`
      }: ${howToHear(heard)}.${didYouMean(event, known)}`;
      yield { message, ...place, path: `${path}/event` };
    }
  }
}

/** The next step for an event that nobody hears: reconciling adds it where one machine is meant. */
function howToHear(heard: readonly MachineFacts[]): string {
  const [only] = heard;
  if (only === undefined) return "correct the event, or add a machine that has it to the system";
  if (heard.length === 1) {
    return `correct it, add it to "${only.name}", or reconcile the scenario, which adds it`;
  }
  return "correct it, or set the machine of the message; then reconciling the scenario adds it there";
}

/** L006, the names of participants. */
export function* checkParticipants(survey: SystemSurvey): Iterable<Breach> {
  for (const scenario of survey.scenarios) {
    yield* participantBreaches(survey, scenario);
    if (survey.erds.length > 0 || survey.incomplete.has("erd") || !namesEntities(scenario)) continue;
    yield {
      severity: "warning",
      message: "The scenario names entities, but the system has no entity-relationship diagram: add one.",
      member: scenario.member.path,
      path: "",
    };
  }
}

function* participantBreaches(survey: SystemSurvey, scenario: ScenarioFacts): Iterable<Breach> {
  const { system, actors, machines, entities, erds, incomplete } = survey;
  const objects = new Set(machines.flatMap((one) => one.objects.map(({ instance }) => instance)));
  for (const { name, value, path } of scenario.participants) {
    const place = { element: `participant:${name}`, member: scenario.member.path };
    const actor = textOrEmpty(value.actor);
    if (system !== undefined && actor !== "" && !actors.has(actor)) {
      const message =
        `Participant "${name}" is the actor "${actor}", which the system does not have: add the ` +
        `actor, or correct the name.${didYouMean(actor, actors)}`;
      yield { message, ...place, path: `${path}/actor` };
    }
    const object = textOrEmpty(value.object);
    if (object !== "" && !objects.has(object) && !incomplete.has("machine")) {
      const message =
        `Participant "${name}" is the object "${object}", which no machine has: add the object to ` +
        `a machine, or correct the name.${didYouMean(object, objects)}`;
      yield { message, ...place, path: `${path}/object` };
    }
    if (erds.length === 0 || incomplete.has("erd")) continue;
    const held: readonly unknown[] = Array.isArray(value.holds) ? value.holds : [];
    for (const [index, entity] of held.entries()) {
      if (typeof entity !== "string" || entity.trim() === "" || entities.has(entity)) continue;
      const message =
        `Participant "${name}" holds "${entity}", which is no entity: add the entity, or correct ` +
        `the name.${didYouMean(entity, entities.keys())}`;
      yield { message, ...place, path: `${path}/holds/${index}` };
    }
  }
}

function namesEntities({ participants, messages }: ScenarioFacts): boolean {
  return participants.some(({ value }) => namesIn(value.holds).some((name) => name.trim() !== "")) ||
    messages.some(({ value }) => textOrEmpty(value?.carries).trim() !== "");
}

/** L007: a message carries what is no entity. */
export function* checkCarried({ scenarios, entities, erds, incomplete }: SystemSurvey): Iterable<Breach> {
  if (erds.length === 0 || incomplete.has("erd")) return;
  for (const { member, messages } of scenarios) {
    for (const { ref, value, path } of messages) {
      const carried = textOrEmpty(value?.carries);
      if (carried.trim() === "" || entities.has(carried)) continue;
      yield {
        message: `Message ${ref} carries "${carried}", which is no entity: add the entity, or correct the ` +
          `name.${didYouMean(carried, entities.keys())}`,
        element: `message:${ref}`,
        member: member.path,
        path: `${path}/carries`,
      };
    }
  }
}

/** L008, first part: a message claims a state that no machine has, or not the one it names. */
export function* checkStates({ machines, scenarios, incomplete }: SystemSurvey): Iterable<Breach> {
  if (incomplete.has("machine")) return;
  for (const { member, messages } of scenarios) {
    for (const message of messages) {
      const state = claimedState(machines, message);
      if (state === undefined) continue;
      const { ref, path } = message;
      const known = state.asked.flatMap((one) => [...one.states.keys()]);
      yield {
        message: `After message ${ref} the state is "${state.name}", which ${
          state.machine === "" ? "no machine has" : `"${state.machine}" does not have`
        }: add the state, or correct it.${didYouMean(state.name, known)}`,
        element: `message:${ref}`,
        member: member.path,
        path: `${path}/state`,
      };
    }
  }
}

/** The state that a message claims, if none of the machines that it may mean has it. */
export function claimedState(machines: readonly MachineFacts[], { value }: Pick<LocatedMessage, "value">) {
  const name = textOrEmpty(value?.state);
  const machine = textOrEmpty(value?.machine);
  if (name === "") return undefined;
  const called = machine === "" ? machines : machines.filter((one) => isCalled(one, machine));
  // A machine that is no member is the subject of L005.
  const asked = called.length === 0 ? machines : called;
  return asked.some(({ states }) => states.has(name))
    ? undefined
    : { name, machine: called.length === 0 ? "" : machine, asked };
}

/** True when a message that names a machine means this one. */
export function isCalled({ name, ownName }: MachineFacts, machine: string): boolean {
  return name === machine || ownName === machine;
}
