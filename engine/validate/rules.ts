import { checkNondeterminism, checkShadowed } from "./choice.ts";
import { checkChoices } from "./choice_state.ts";
import { checkCompletions } from "./completion.ts";
import { checkData, checkDeclarations, checkUnusedData } from "./data.ts";
import { checkDelays, checkLastingTimers } from "./delays.ts";
import { checkEndless } from "./endless.ts";
import { checkGeneratedNames } from "./generated_names.ts";
import { NAME_REPEATED, NO_ROOT, TARGET_UNDEFINED } from "./fatal_rules.ts";
import { checkEventIds, checkTimerIds } from "./identity.ts";
import { checkEvents, checkInitial, checkTimerNames } from "./references.ts";
import type { Rule } from "./rule.ts";
import { checkFields, checkValues } from "./shape.ts";
import {
  checkEmptyComposites,
  checkFinalChildren,
  checkFinalTransitions,
  checkHistory,
  checkInitialChild,
  checkMixedState,
  checkRegionBorders,
  checkRegions,
  checkSources,
} from "./structure.ts";
import { checkTargetsApart } from "./targets.ts";
import { checkEffect, checkTexts } from "./texts.ts";
import { checkUnused } from "./unused.ts";
import { checkDeadEnds, checkReachable } from "./ways.ts";
import { checkWork, checkWorkNames } from "./work.ts";

/** All rules, in the order of their findings. */
export const RULES: readonly Rule[] = [
  NO_ROOT,
  NAME_REPEATED,
  {
    id: "V003",
    severity: "error",
    title: "Event id repeated",
    explanation: "An event's id is unique over all sources.",
    check: checkEventIds,
  },
  {
    id: "V004",
    severity: "error",
    title: "Timer id or name taken",
    explanation:
      "A timer's id is an event id: neither an event nor another timer may have it. Actions name timers, " +
      "so that a timer's name is unique too.",
    check: checkTimerIds,
  },
  {
    id: "V005",
    severity: "error",
    title: "Undefined event",
    explanation:
      "A transition waits for an event, or an action raises one, that is neither an event's nor a timer's " +
      "id. `done.state.<name>` needs no declaration when `<name>` has states inside. A transition without `event` is " +
      "event-less and legal.",
    check: checkEvents,
  },
  TARGET_UNDEFINED,
  {
    id: "V007",
    severity: "warning",
    title: "Final state with transitions",
    explanation: "A final state is the end; transitions on it, internal ones included, mean nothing.",
    check: checkFinalTransitions,
  },
  {
    id: "V008",
    severity: "warning",
    title: "Final state with states inside",
    explanation: "A final state has neither children nor regions. With them it runs as a normal state.",
    check: checkFinalChildren,
  },
  {
    id: "V009",
    severity: "warning",
    title: "Composite that begins at its end",
    explanation:
      "What a composite enters by default, by `initial` or as its first child that is not history, is final; " +
      "or all its children are history.",
    check: checkInitialChild,
  },
  {
    id: "V010",
    severity: "warning",
    title: "Too few regions, or an empty one",
    explanation:
      "A parallel state has at least two regions, history not counted, and each has states or regions inside. " +
      "A region without them is active and never completes.",
    check: checkRegions,
  },
  {
    id: "V011",
    severity: "warning",
    title: "Transition out of a region",
    explanation:
      "A transition declared on a region, or at any depth inside it, leads to a state outside the region that " +
      "is not the parallel state's `nextState`. It ends the other regions too, which is said more clearly by a " +
      "transition on the parallel state.",
    check: checkRegionBorders,
  },
  {
    id: "V012",
    severity: "warning",
    title: "Nothing inside",
    explanation: "The root has neither children nor regions, or a state has an empty list of states.",
    check: checkEmptyComposites,
  },
  {
    id: "V013",
    severity: "warning",
    title: "No event sources",
    explanation: "`events` is missing or empty, so that nothing can happen to the machine.",
    check: checkSources,
  },
  {
    id: "V014",
    severity: "error",
    title: "Undefined timer",
    explanation: "`timerStart.timer` or `timerStop` names no timer. Actions use a timer's name, not its id.",
    check: checkTimerNames,
  },
  {
    id: "W101",
    severity: "warning",
    title: "Unreachable state",
    explanation:
      "No run can enter the state, even if every guard passed. Only the topmost state of an unreachable part " +
      "is named. A history state that nothing leads to counts as unreachable.",
    check: checkReachable,
  },
  {
    id: "W102",
    severity: "warning",
    title: "Dead transition",
    explanation:
      "An earlier transition of the same state on the same event has no guard, or has the same guard: this " +
      "one can never be taken.",
    check: checkShadowed,
  },
  {
    id: "W103",
    severity: "warning",
    title: "Nondeterminism",
    explanation: "Two transitions of one state on one event have no guard: the first is taken, always.",
    check: checkNondeterminism,
  },
  {
    id: "W104",
    severity: "warning",
    title: "Dead end",
    explanation:
      "A leaf that is not final has no transition, and no transition of an ancestor leads away from it: the " +
      "machine stays there for good. A region without states inside is no dead end.",
    check: checkDeadEnds,
  },
  {
    id: "W105",
    severity: "warning",
    title: "Unused event or timer",
    explanation: "No transition waits for the event or for the timer's id, or no action starts the timer.",
    check: checkUnused,
  },
  {
    id: "W106",
    severity: "warning",
    title: "Unparsable guard or action",
    explanation:
      "The text is not in the language of `EXPRESSIONS.md`. A guard that does not parse never passes, unless a " +
      "function is registered under its whole text; an action that does not parse does nothing.",
    check: checkTexts,
  },
  {
    id: "W107",
    severity: "warning",
    title: "Name that generated code cannot use",
    explanation:
      "A name is no identifier or a reserved word, or two names become the same one in generated code " +
      "(`order_placed` and `orderPlaced`), or a name meets one that generated code has already.",
    check: checkGeneratedNames,
  },
  {
    id: "W108",
    severity: "warning",
    title: "Unknown field",
    explanation:
      "The format has no such field: it is kept, but means nothing, and is often a misspelling. Keys that " +
      "begin with `$`, `_` or `x-` are left alone.",
    check: checkFields,
  },
  {
    id: "W109",
    severity: "warning",
    title: "Both states and regions",
    explanation:
      "The regions run; the state's `states` are never entered. The history of a parallel state is one of " +
      "`parallel.states`, beside the regions.",
    check: checkMixedState,
  },
  {
    id: "W110",
    severity: "warning",
    title: "Completion that nobody handles",
    explanation: "A final state completes its parent, which is not the root, and no transition waits for " +
      "`done.state.<parent>`. In a region the completion of the parallel state counts. With " +
      '`settings.completion: "bubble"` an ancestor may handle it, and the root ends the machine.',
    check: checkCompletions,
  },
  {
    id: "W111",
    severity: "warning",
    title: "Odd value",
    explanation:
      "A value is of another type than the format says, a required member is missing, a transition has the " +
      "singular `action`, or an action has no or several members of which one counts.",
    check: checkValues,
  },
  {
    id: "W112",
    severity: "warning",
    title: "Initial that is not inside",
    explanation: "`initial` names no state below the one that has it, and is ignored.",
    check: checkInitial,
  },
  {
    id: "W113",
    severity: "warning",
    title: "History out of place",
    explanation:
      "A history state is the root, has states inside, waits for an event, has a default target outside its parent, " +
      "or is the second of its depth in one parent; or `history` stands on a state of another kind.",
    check: checkHistory,
  },
  {
    id: "W114",
    severity: "warning",
    title: "Action or transition that cannot work",
    explanation:
      "A timer's duration is written out and no number of 0 or more, or its repeat no number above 0; " +
      "`timerStart` names no timer; or an event-less transition without a guard stays in its state.",
    check: checkEffect,
  },
  {
    id: "W115",
    severity: "warning",
    title: "Endless loop",
    explanation:
      "Event-less transitions without guards lead round in a circle of states: once a machine is in one of " +
      "them it never rests, and the step is cut off after 1000 transitions.",
    check: checkEndless,
  },
  {
    id: "W117",
    severity: "warning",
    title: "Unknown work",
    explanation:
      "A transition waits for `done.invoke.<id>` or `error.invoke.<id>`, or `send` has a `to`, and no state invokes " +
      "anything with that id.",
    check: checkWorkNames,
  },
  {
    id: "W118",
    severity: "warning",
    title: "Odd work",
    explanation:
      "An entry of `invoke` has neither `machine` nor `task` and never starts, or has both, of which the machine runs; " +
      "or two of one state have the same id.",
    check: checkWork,
  },
  {
    id: "W119",
    severity: "warning",
    title: "Odd choice",
    explanation:
      "A choice is left at once: its transitions have no event and no `after`, one of them has no condition, and it has " +
      "no entry or exit actions, work or states inside.",
    check: checkChoices,
  },
  {
    id: "W120",
    severity: "warning",
    title: "Delay beside events",
    explanation: "A transition has `after` and an event: it waits for the event, and `after` is ignored.",
    check: checkDelays,
  },
  {
    id: "W121",
    severity: "warning",
    title: "Undeclared name",
    explanation:
      "With `settings.data`, a guard or an action uses a name that is neither declared data nor a parameter of an event " +
      "that it may see nor an object, or a member that a declared object does not have. Functions that are called are " +
      "the host's, and so is a guard or a statement that is a plain name, unless it is nearly a declared one.",
    check: checkData("W121"),
  },
  {
    id: "W122",
    severity: "warning",
    title: "Wrong type",
    explanation:
      "With `settings.data`, a guard or an action calculates with, compares, assigns, calls or looks into a value of a " +
      "type for which that has no meaning, or compares two that are never equal. Values of the type `any`, of objects " +
      "and of functions are not checked.",
    check: checkData("W122"),
  },
  {
    id: "W123",
    severity: "warning",
    title: "Value that the type does not have",
    explanation:
      "With `settings.data`, a guard or an action compares an enum or a number with a written value that is none of its " +
      "`values`, no whole number or out of its range, or assigns one.",
    check: checkData("W123"),
  },
  {
    id: "W124",
    severity: "warning",
    title: "Odd declaration of data",
    explanation:
      "A member of `settings.data` is declared twice or has the name of an object; its `initial` is of another type, none " +
      "of its `values` or out of its range; an enum has no `values`, or a minimum is above the maximum.",
    check: checkDeclarations,
  },
  {
    id: "W125",
    severity: "warning",
    title: "Unused data",
    explanation: "No guard, action or other expression names a member of `settings.data`.",
    check: checkUnusedData,
  },
  {
    id: "W126",
    severity: "warning",
    title: "Timer that outlives its state",
    explanation:
      "States start a timer on entry and wait for it themselves, and nothing stops it: it keeps running when they are left. " +
      "`after` on the transition says the same, and stops.",
    check: checkLastingTimers,
  },
  {
    id: "W127",
    severity: "warning",
    title: "Targets that cannot be active together",
    explanation:
      "The targets of a transition in `nextStates` are not all in different regions of one parallel state. Those that " +
      "do not fit the ones before them are passed over.",
    check: checkTargetsApart,
  },
];
