import { collectEventIds, collectStateNames, MACHINE_KIND, machineNameFrom, oneLine } from "@loom/protocol";
import { completeWord } from "../completion/complete_word.ts";
import type { PromptRow } from "../server/parts.ts";
import type { Session } from "../session/session.ts";

/** Common purposes of machines. */
const DOMAINS: readonly string[] = [
  "agent workflow",
  "approval process",
  "booking and reservation",
  "device control",
  "game logic",
  "network protocol",
  "order fulfilment",
  "payment",
  "support ticket",
  "user interface",
  "user onboarding",
];

/** Teaches the loop of designing a machine, from what may happen to code. */
export const DESIGN_STATE_MACHINE: PromptRow = {
  name: "design-state-machine",
  title: "Design a state machine",
  description: "Design a state machine step by step: events first, then states, transitions, checks, code.",
  kind: MACHINE_KIND.kind,
  arguments: [
    {
      name: "domain",
      description: "What it is about, such as order fulfilment",
      complete: (begun) => completeWord(begun, DOMAINS),
    },
    {
      name: "name",
      description: "What it is called, such as Checkout",
      complete: async (begun, _others, session) => completeWord(begun, await namesIn(session)),
    },
  ],
  write: async ({ domain = "", name = "" }, { session }) => {
    const called = name.trim() === "" ? "" : ` called ${JSON.stringify(oneLine(name))}`;
    const about = domain.trim() === "" ? "" : ` for this domain: ${oneLine(domain)}`;
    return [{
      role: "user",
      content: `I want to design a state machine${called}${about}.\n\n${await whereWeAre(
        session,
      )}\n\n${STEPS}`,
    }];
  },
};

const STEPS = `Work with me in this order, one step at a time:

1. Ask. What is it for, who or what acts on it, when is it done, what goes wrong, what takes too long? At most five questions; \
propose an answer to each, so that I can say yes.
2. Events first: everything that may happen, in the words of the domain. create_state_machine if there is none yet, then \
add_event for each, with a description; parameters for what it brings along.
3. States: what is true between the events. add_state with a description; children for what has a transition in common \
(parent), kind final for each way to end, kind history to come back, set_parallel for what goes on side by side, set_initial \
where the first child is not where it begins. add_timer with state and duration for each wait that can run out.
4. Transitions: for each state, what each event does there. add_transition with a condition where it depends; without \
nextState the state stays. Every wait gets the way out for its timer.
5. validate_definition. Repair each finding as it says and check again, until nothing is left or I accept what is.
6. simulate the main path, then each failure and each timeout. What surprises us is a question for me, not a detail.
7. render_diagram, show me the drawing, and tell in a few sentences what the machine does.
8. When I agree: generate_code in the language that I want; generate_rispec for a specification in words.

Many changes at once go through apply_patch, all or none; dry_run shows a change first; undo takes one back. Use names that \
a person of the domain would use: states are conditions (AwaitingPayment), events are what happened (payment_accepted).

Begin with step 1.`;

/** The state of the active document, since work may continue in it. */
async function whereWeAre(session: Session): Promise<string> {
  try {
    const { path, machine } = await session.readMachine();
    const states = collectStateNames(machine.state).length;
    const events = collectEventIds(machine).length;
    if (states <= 1 && events === 0) {
      return `The active document, ${path}, has an empty machine: begin in it.`;
    }
    return `The active document, ${path}, has a machine already (states: ${states}, events: ${events}). Ask me whether to go on \
with it; for a new one, set_project_file makes another document active.`;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `About the active document: ${reason}`;
  }
}

/** The names that the active document suggests: that of its machine, and that of its file. */
async function namesIn(session: Session): Promise<readonly string[]> {
  const ofFile = machineNameFrom(session.path);
  try {
    const { name } = (await session.readMachine()).machine.settings;
    return typeof name === "string" && name !== "" ? [name, ofFile] : [ofFile];
  } catch {
    return [ofFile];
  }
}
