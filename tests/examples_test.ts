import { assert, assertEquals } from "@std/assert";
import {
  coverageOf,
  enrich,
  LOOM_KINDS,
  Machine,
  type MachineOptions,
  ObserverNull,
  parseJson,
  readSuite,
  replayScenario,
  runSuite,
  SimulatedClock,
  validate,
} from "@loom/engine";
import { isObject, type JsonObject, located, orThrow } from "@loom/protocol";

const FOLDER = new URL("../examples/", import.meta.url);
const NAMES = [
  "agent_work_unit",
  "checkout",
  "door",
  "elevator",
  "goods_return",
  "parcel",
  "traffic_crossing",
];
const TESTED = ["agent_work_unit", "door"];
const SCENARIOS = ["buying", "delivery", "giving_up", "returning"];

const textOf = (name: string): string => Deno.readTextFileSync(new URL(`${name}.smdf.json`, FOLDER));

/** A machine of an example, its clock, and a way to send events in a row and list where each one led. */
function run(name: string, options: MachineOptions = {}) {
  const clock = new SimulatedClock();
  const machine = new Machine(parseJson(textOf(name)), { ...options, clock });
  const walk = (...events: string[]): string[] => events.map((event) => machine.send(event).to);
  return { machine, clock, walk };
}

Deno.test("examples/ holds the documents that are tested here", () => {
  const files = [...Deno.readDirSync(FOLDER)].map(({ name }) => name).filter((name) =>
    name.endsWith(".json")
  );
  const expected = [
    ...NAMES.map((name) => `${name}.smdf.json`),
    ...TESTED.map((name) => `${name}.test.json`),
    ...SCENARIOS.map((name) => `${name}.sqdf.json`),
    "shop.erdf.json",
    "shop.sysdf.json",
  ];
  assertEquals(files.sort(), expected.sort());
});

for (const name of NAMES) {
  Deno.test(`examples/${name} has no findings`, () => {
    assertEquals(validate(enrich(parseJson(textOf(name)))), []);
  });
}

for (const name of TESTED) {
  Deno.test(`examples/${name}.test.json passes`, () => {
    const suite = orThrow(readSuite(JSON.parse(Deno.readTextFileSync(new URL(`${name}.test.json`, FOLDER)))));
    const { tests } = runSuite(suite, parseJson(textOf(name)));
    assertEquals(tests.flatMap(({ failure }) => failure?.message ?? []), []);
    assertEquals(suite.suite.machine, `${name}.smdf.json`);
  });
}

/** A document of the shop. */
function shop(file: string): JsonObject {
  const definition = LOOM_KINDS.unwrap(JSON.parse(Deno.readTextFileSync(new URL(file, FOLDER))));
  assert(isObject(definition));
  return definition as JsonObject;
}

Deno.test("the documents of the shop have no findings, and the system lists all of them", () => {
  const paths = located(shop("shop.sysdf.json").members, "").map(({ value }) => String(value.path));
  for (const path of [...paths, "shop.sysdf.json"]) {
    assertEquals(LOOM_KINDS.ofPath(path)?.content?.findings(shop(path)), [], path);
  }
  assertEquals(
    paths.toSorted(),
    [
      "checkout.smdf.json",
      "goods_return.smdf.json",
      "parcel.smdf.json",
      "shop.erdf.json",
      ...SCENARIOS.map((name) => `${name}.sqdf.json`),
    ].toSorted(),
  );
});

Deno.test("the machines of the shop accept every path of its scenarios, which leave little out", () => {
  const machines = ["checkout", "parcel", "goods_return"].map((name) => parseJson(textOf(name)));
  const scenarios = SCENARIOS.map((name) => shop(`${name}.sqdf.json`));
  for (const scenario of scenarios) {
    const { accepted, remarks, paths } = replayScenario(scenario, machines);
    assertEquals(paths.flatMap(({ stops }) => stops), []);
    assertEquals([accepted, remarks], [true, []]);
  }
  const covered = coverageOf(scenarios, machines).machines;
  assertEquals(covered.flatMap(({ states }) => states.never), []);
  assertEquals(covered.flatMap(({ transitions }) => transitions.never.map(({ condition }) => condition)), [
    "!express",
  ]);
});

Deno.test("examples/ shows the bare and the wrapped form", () => {
  const wrapped = NAMES.filter((name) => "stateMachine" in JSON.parse(textOf(name)));
  assertEquals(wrapped, ["agent_work_unit", "checkout"]);
});

Deno.test("the door opens and closes", () => {
  const { machine, walk } = run("door");
  assertEquals(machine.configuration, ["Doorway", "Closed"]);
  assertEquals(walk("open", "close"), ["Opened", "Closed"]);
  assertEquals(machine.send("unlock").reason, "no transition");
});

Deno.test("the door unlocks with the code it was locked with", () => {
  const { machine } = run("door");
  machine.send("lock", { code: "4711" });
  assertEquals(machine.send("unlock", { code: "0815" }).changed, false);
  assertEquals(machine.context, { pin: "4711", tries: 1 });
  assertEquals(machine.send("unlock", { code: "4711" }).to, "Closed");
});

Deno.test("the door blocks after three wrong codes until the key is turned", () => {
  const { machine } = run("door");
  machine.send("lock", { code: "4711" });
  const states = [1, 2, 3].map(() => machine.send("unlock", { code: "0815" }).to);
  assertEquals(states, ["Locked", "Locked", "Blocked"]);
  assertEquals(machine.send("unlock", { code: "4711" }).handled, false);
  assertEquals(machine.send("turn_key").to, "Closed");
});

Deno.test("the checkout refuses an empty cart", () => {
  const { machine } = run("checkout");
  assertEquals(machine.configuration, ["Shop", "Cart"]);
  assertEquals(machine.send("check_out").reason, "guard refused");
});

Deno.test("the checkout arranges payment and delivery side by side and joins them for review", () => {
  const { machine, walk } = run("checkout");
  walk("add_item", "check_out");
  assertEquals(machine.configuration, [
    "Shop",
    "Ordering",
    "Details",
    "Payment",
    "ChoosingPayment",
    "Delivery",
    "ChoosingAddress",
  ]);
  assertEquals(walk("choose_address", "pay", "choose_carrier", "payment_accepted", "confirm"), [
    "ChoosingPayment|ChoosingCarrier",
    "AskingBank|ChoosingCarrier",
    "AskingBank|DeliveryArranged",
    "Review",
    "Placed",
  ]);
  assert(machine.done);
});

Deno.test("the checkout resumes in both regions where it was saved", () => {
  const { machine, walk } = run("checkout");
  walk("add_item", "check_out", "choose_address", "pay");
  assertEquals(walk("save_for_later", "resume"), ["Saved", "AskingBank|ChoosingCarrier"]);
  assertEquals(machine.configuration, [
    "Shop",
    "Ordering",
    "Details",
    "Payment",
    "AskingBank",
    "Delivery",
    "ChoosingCarrier",
  ]);
});

Deno.test("the checkout cancels at the third refusal of the bank", () => {
  const { machine, walk } = run("checkout");
  walk("add_item", "check_out");
  const refused = [1, 2, 3].map(() => walk("pay", "payment_declined").at(-1));
  assertEquals(refused, ["ChoosingPayment|ChoosingAddress", "ChoosingPayment|ChoosingAddress", "Cancelled"]);
  assert(machine.done);
});

Deno.test("the checkout gives up waiting for a silent bank", () => {
  const { machine, clock, walk } = run("checkout");
  walk("add_item", "check_out", "pay");
  clock.advance(29_999);
  assertEquals(machine.state, "AskingBank|ChoosingAddress");
  clock.advance(1);
  assertEquals(machine.state, "ChoosingPayment|ChoosingAddress");
});

Deno.test("the checkout offers express while no payment is on its way", () => {
  const { machine, walk } = run("checkout");
  machine.send("add_item", { sku: "book", price: 20 });
  walk("check_out", "choose_address", "pay");
  assertEquals(machine.send("choose_carrier", { express: true }).reason, "guard refused");
  walk("payment_accepted");
  assertEquals(machine.send("choose_carrier", { express: true }).to, "Review");
  assertEquals(machine.context.total, 25);
});

Deno.test("the checkout takes a voucher that covers the total without the bank", () => {
  const { machine, walk } = run("checkout", { context: { voucher: 50 } });
  machine.send("add_item", { sku: "book", price: 20 });
  walk("check_out");
  assertEquals(machine.send("pay", { method: "voucher" }).to, "Paid|ChoosingAddress");
});

Deno.test("the crossing lets a waiting pedestrian walk after the least green time", () => {
  const { machine, clock } = run("traffic_crossing");
  assertEquals(machine.configuration, ["Crossing", "Operating", "CarsDrive", "HoldingGreen"]);
  assertEquals(machine.send("button_pressed").changed, false);
  const seen = [20_000, 3_000, 8_000, 5_000].map((ms) => {
    clock.advance(ms);
    return machine.state;
  });
  assertEquals(seen, ["CarsBrake", "PeopleWalk", "PeopleHurry", "HoldingGreen"]);
  assertEquals(machine.context, { wanted: false, crossings: 1 });
});

Deno.test("the crossing stays green for cars until somebody presses", () => {
  const { machine, clock } = run("traffic_crossing");
  clock.advance(600_000);
  assertEquals(machine.state, "ReadyToStop");
  assertEquals(machine.send("button_pressed").to, "CarsBrake");
});

Deno.test("the crossing blinks while a lamp is broken, and no other timer runs", () => {
  const { machine, clock } = run("traffic_crossing");
  machine.send("lamp_failed");
  assertEquals(machine.configuration, ["Crossing", "Warning"]);
  clock.advance(1_500);
  assertEquals([machine.context.lit, clock.pending], [false, 1]);
  assertEquals(machine.send("repaired").to, "HoldingGreen");
});

/** A journal that keeps what is written. */
class Journal {
  readonly lines: string[] = [];
  write(...words: unknown[]): void {
    this.lines.push(words.map((word) => JSON.stringify(word)).join(" "));
  }
}

function workUnit() {
  const journal = new Journal();
  return { journal, ...run("agent_work_unit", { context: { journal } }) };
}

Deno.test("the work unit is delivered when its last step is approved", () => {
  const { machine, journal, walk } = workUnit();
  machine.send("claim", { agent: "ada" });
  assertEquals(machine.configuration, ["WorkUnit", "Working", "Planning"]);
  machine.send("plan_ready", { steps: 2 });
  assertEquals(walk("step_done", "step_done", "accept", "archive"), [
    "Executing",
    "InReview",
    "Delivered",
    "Archived",
  ]);
  assert(machine.done);
  assertEquals(journal.lines, ['"claimed" {"by":"ada"}']);
});

Deno.test("the work unit goes on where the agent asked", () => {
  const { machine, clock, walk } = workUnit();
  walk("claim");
  machine.send("plan_ready", { steps: 3 });
  assertEquals(walk("ask", "answer"), ["WaitingForAnswer", "Executing"]);
  assertEquals(clock.pending, 1);
});

Deno.test("the work unit is queued again when the lease expires", () => {
  const { machine, clock, walk } = workUnit();
  walk("claim");
  clock.advance(59_000);
  walk("still_here");
  clock.advance(59_999);
  assertEquals(machine.state, "Planning");
  clock.advance(1);
  assertEquals(machine.state, "Queued");
});

Deno.test("the work unit is abandoned when it is rejected as hopeless", () => {
  const { machine, walk } = workUnit();
  walk("claim");
  machine.send("plan_ready", { steps: 1 });
  walk("step_done");
  assertEquals(machine.send("reject", { reason: "typos" }).to, "Planning");
  machine.send("plan_ready", { steps: 1 });
  walk("step_done");
  assertEquals(machine.send("reject", { reason: "hopeless" }).to, "Abandoned");
  assertEquals(walk("retry"), ["Queued"]);
});

/** A motor and a bell that write down what they are told. */
function liftParts() {
  const told: string[] = [];
  class Motor {
    run({ direction }: { direction: string }): void {
      told.push(direction);
    }
    halt(): void {
      told.push("halt");
    }
  }
  class Bell {
    ring(): void {
      told.push("ring");
    }
  }
  return { told, context: { motor: new Motor(), bell: new Bell() } };
}

Deno.test("the elevator rides to the floor it is called to and opens there", () => {
  const { told, context } = liftParts();
  const { machine, clock } = run("elevator", { context });
  assertEquals(machine.configuration, ["Lift", "InService", "Cabin", "Resting", "Doors", "DoorsShut"]);
  const states = [
    machine.send("call", { floor: 2 }).to,
    machine.send("floor_passed", { floor: 1 }).to,
    machine.send("floor_passed", { floor: 2 }).to,
  ];
  assertEquals(states, ["GoingUp|DoorsShut", "GoingUp|DoorsShut", "Resting|DoorsOpen"]);
  assertEquals(told, ["up", "halt", "ring"]);
  clock.advance(4_000);
  assertEquals(machine.state, "Resting|DoorsShut");
});

Deno.test("the elevator waits for its doors before it moves", () => {
  const { context } = liftParts();
  const { machine } = run("elevator", { context });
  assertEquals(machine.send("call", { floor: 0 }).to, "Resting|DoorsOpen");
  assertEquals(machine.send("call", { floor: -1 }).to, "Resting|DoorsOpen");
  assertEquals(machine.send("shut_doors").to, "GoingDown|DoorsShut");
});

Deno.test("the elevator's doors wait again when they are held", () => {
  const { machine, clock } = run("elevator", { context: liftParts().context });
  machine.send("call", { floor: 0 });
  clock.advance(3_000);
  assertEquals(machine.send("hold_doors").changed, false);
  clock.advance(3_000);
  assertEquals(machine.state, "Resting|DoorsOpen");
  clock.advance(1_000);
  assertEquals(machine.state, "Resting|DoorsShut");
});

Deno.test("the elevator stops in an emergency and forgets its target", () => {
  const { machine, walk } = run("elevator", { context: liftParts().context });
  machine.send("call", { floor: 5 });
  assertEquals(walk("emergency_stop", "release"), ["Stopped", "Resting|DoorsShut"]);
});

Deno.test("no example's walk leaves an action that fails", () => {
  const failures: string[] = [];
  class Failures extends ObserverNull {
    onActionFailed(_context: string, _state: string, action: string, error: string): void {
      failures.push(`${action}: ${error}`);
    }
  }
  const observer = new Failures();
  run("door", { observer }).walk("open", "close", "lock", "unlock");
  run("checkout", { observer }).walk(
    ...["add_item", "check_out", "pay", "choose_address", "save_for_later", "resume"],
    ...["payment_accepted", "choose_carrier", "confirm"],
  );
  const crossing = run("traffic_crossing", { observer });
  crossing.walk("button_pressed");
  crossing.clock.advance(100_000);
  assertEquals(failures, []);
});
