import { checkRoot, checkStateNames } from "./identity.ts";
import { checkTargets } from "./references.ts";
import type { Rule } from "./rule.ts";

/** A machine has a root state. */
export const NO_ROOT: Rule = {
  id: "V001",
  severity: "error",
  title: "No root state",
  explanation: "The definition has no `state`, or it is `null`. Every machine has one root state.",
  check: checkRoot,
};

/** State names are unique. */
export const NAME_REPEATED: Rule = {
  id: "V002",
  severity: "error",
  title: "State name repeated",
  explanation: "A state's name is its key in the whole tree, regions included; each repeat is one finding.",
  check: checkStateNames,
};

/** Transitions lead to states. */
export const TARGET_UNDEFINED: Rule = {
  id: "V006",
  severity: "error",
  title: "Undefined target",
  explanation: "`nextState` of a transition or of `parallel` names no state.",
  check: checkTargets,
};

/** The rules whose findings keep a machine from running. */
export const FATAL_RULES: readonly Rule[] = [NO_ROOT, NAME_REPEATED, TARGET_UNDEFINED];
