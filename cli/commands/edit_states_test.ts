import type { StateMachineDefinition } from "@loom/protocol";
import { assertEquals, assertStringIncludes } from "@std/assert";
import { child, edited, testEdits } from "../testing/edits.ts";
import { DOOR, LAMP, loom, TempFolder } from "../testing/loom.ts";

const REGIONS: StateMachineDefinition = {
  ...DOOR,
  state: {
    name: "Root",
    states: [{ name: "Work", parallel: { states: [{ name: "First" }] } }, { name: "Idle" }],
  },
};

const ACTIVE: StateMachineDefinition = {
  ...DOOR,
  state: {
    name: "Root",
    onEntry: { actions: [{ code: "x = 1" }] },
    onExit: { actions: [{ code: "y = 1" }] },
  },
};

testEdits([
  {
    on: DOOR,
    args: ["add-state", "Ajar", "--kind", "final", "--desc", "Half open.", "--index", "1"],
    line: "+ state Ajar under Root at #1",
    check: (after) => child(after, 1),
    expected: { name: "Ajar", kind: "final", description: "Half open." },
  },
  {
    on: DOOR,
    args: ["add-state", "Inside", "--parent", "Open"],
    line: "+ state Inside under Open",
    check: (after) => child(after, 1)?.states,
    expected: [{ name: "Inside" }],
  },
  {
    on: DOOR,
    args: ["add-state", "Light", "--parent", "Open", "--region"],
    line: "+ region Light under Open",
    check: (after) => child(after, 1)?.parallel,
    expected: { states: [{ name: "Light" }] },
  },
  {
    on: DOOR,
    args: ["update-state", "Open", "--desc", "Wide.", "--set", "notes=Squeaks."],
    line: '~ state Open: notes = "Squeaks.", description = "Wide."',
    check: (after) => [child(after, 1)?.description, child(after, 1)?.notes],
    expected: ["Wide.", "Squeaks."],
  },
  {
    on: REGIONS,
    args: ["update-state", "Work", "--join", "Idle"],
    line: '~ regions of Work: nextState = "Idle"',
    check: (after) => child(after, 0)?.parallel?.nextState,
    expected: "Idle",
  },
  {
    on: DOOR,
    args: ["rename-state", "Open", "Wide"],
    line: "> state Open is now Wide",
    check: (after) => child(after, 0)?.transitions?.[0]?.nextState,
    expected: "Wide",
  },
  {
    on: DOOR,
    args: ["move-state", "Open", "--index", "0"],
    line: "> state Open under Root at #0",
    check: (after) => child(after, 0)?.name,
    expected: "Open",
  },
  {
    on: DOOR,
    args: ["move-state", "Open", "--parent", "Closed"],
    line: "> state Open under Closed",
    check: (after) => child(after, 0)?.states?.[0]?.name,
    expected: "Open",
  },
  {
    on: DOOR,
    args: ["remove-state", "Open", "--inbound"],
    line: "- transition #0 of Closed\n- state Open",
    check: (after) => after.state.states,
    expected: [{ name: "Closed" }],
  },
  {
    on: DOOR,
    args: ["set-initial", "Root", "Open"],
    line: '~ state Root: initial = "Open"',
    check: (after) => after.state.initial,
    expected: "Open",
  },
  {
    on: { ...DOOR, state: { ...DOOR.state, initial: "Open" } },
    args: ["set-initial", "Root"],
    line: "~ state Root: no initial",
    check: (after) => Object.hasOwn(after.state, "initial"),
    expected: false,
  },
  {
    on: DOOR,
    args: [
      "add-transition",
      "Open",
      "open",
      "--when",
      "x > 1",
      "--action",
      "x = 0",
      "--action",
      '{"raise":"close"}',
    ],
    line: "+ transition Open ─[open]→ (internal) [x > 1]",
    check: (after) => child(after, 1)?.transitions?.[1],
    expected: { event: "open", condition: "x > 1", actions: [{ code: "x = 0" }, { raise: "close" }] },
  },
  {
    on: DOOR,
    args: ["add-transition", "Closed", "-", "--to", "Open", "--index", "0"],
    line: "+ transition Closed ─[]→ Open at #0",
    check: (after) => child(after, 0)?.transitions?.[0],
    expected: { nextState: "Open" },
  },
  {
    on: DOOR,
    args: ["update-transition", "Closed", "open", "--to", "", "--when", "ok"],
    line: '~ transition #0 of Closed: condition = "ok", no nextState',
    check: (after) => child(after, 0)?.transitions?.[0],
    expected: { event: "open", condition: "ok" },
  },
  {
    on: DOOR,
    args: ["update-transition", "Closed", "0", "--event", "-"],
    line: "~ transition #0 of Closed: no event",
    check: (after) => child(after, 0)?.transitions?.[0],
    expected: { nextState: "Open" },
  },
  {
    on: DOOR,
    args: ["move-transition", "Closed", "open", "--to-state", "Open"],
    line: "> transition #0 of Closed to Open #1",
    check: (after) => child(after, 1)?.transitions?.map(({ event }) => event),
    expected: ["close", "open"],
  },
  {
    on: DOOR,
    args: ["remove-transition", "Closed", "open"],
    line: "- transition #0 of Closed",
    check: (after) => child(after, 0)?.transitions,
    expected: undefined,
  },
  {
    on: DOOR,
    args: ["add-action", "Open", "--on", "exit", "count += 1"],
    line: "+ exit action of Open: count += 1",
    check: (after) => child(after, 1)?.onExit,
    expected: { actions: [{ code: "count += 1" }] },
  },
  {
    on: LAMP,
    args: ["add-action", "Off", "--start-timer", "Countdown", "--duration", "50", "--repeat", "5"],
    line: "+ entry action of Off: start Countdown 50",
    check: (after) => child(after, 0)?.onEntry?.actions,
    expected: [{ timerStart: { timer: "Countdown", duration: "50", repeat: "5" } }],
  },
  {
    on: ACTIVE,
    args: ["update-action", "Root", "0", "--raise", "open"],
    line: "~ entry action of Root #0: raise open",
    check: (after) => after.state.onEntry?.actions,
    expected: [{ raise: "open" }],
  },
  {
    on: ACTIVE,
    args: ["remove-action", "Root", "0", "--on", "exit"],
    line: "- exit action of Root #0",
    check: (after) => after.state.onExit,
    expected: undefined,
  },
]);

Deno.test("loom remove-state tells that transitions lead nowhere afterwards", async () => {
  assertEquals(
    (await edited(DOOR, "remove-state", "Open")).remarks,
    "1 transition now leads nowhere: Closed --[open]--> Open.",
  );
});

Deno.test("loom add-transition takes names that are not there yet with --allow-unknown", async () => {
  const { after } = await edited(DOOR, "add-transition", "Open", "slam", "--to", "Broken", "--allow-unknown");
  assertEquals(after.state.states?.[1]?.transitions?.[1], { event: "slam", nextState: "Broken" });
});

Deno.test("loom add-transition takes the completion of a state for its event", async () => {
  const { after } = await edited(DOOR, "add-transition", "Root", "done.state.Root", "--to", "Open");
  assertEquals(after.state.transitions?.[0]?.event, "done.state.Root");
});

Deno.test("loom add-state says what to do when there is no root state", async () => {
  await using folder = await TempFolder.make();
  const path = await folder.write("empty.smdf.json", "{}");
  const { code, err } = await loom(["--doc", path, "add-state", "A"]);
  assertEquals(code, 3);
  assertStringIncludes(
    err,
    `"${path}" has no root state to put it into: use "loom load" with a definition that has one`,
  );
});

Deno.test("loom rename-state to the name that it has says one thing", async () => {
  const { line, remarks } = await edited(DOOR, "rename-state", "Open", "Open");
  assertEquals([line, remarks], ["", "Nothing had to change."]);
});

Deno.test("a document that is missing has the same hint wherever it would be", async () => {
  for (const path of ["nope.smdf.json", "./nope.smdf.json", "my_folder/nope.smdf.json"]) {
    await using folder = await TempFolder.make();
    await Deno.mkdir(`${folder.path}/my_folder`);
    const { code, err } = await loom(["--doc", `${folder.path}/${path}`, "add-state", "A"]);
    assertEquals(code, 4);
    assertEquals(err.includes(`make it with "loom new `), true, err);
  }
});
