import type { StateMachineDefinition } from "@loom/protocol";
import { child, testEdits } from "../testing/edits.ts";
import { DOOR, LAMP } from "../testing/loom.ts";

const PAY: StateMachineDefinition = {
  ...DOOR,
  events: [
    { name: "Hand", events: [{ id: "pay", parameters: [{ name: "sum", type: "int" }] }] },
    { name: "Bank", events: [] },
  ],
};

testEdits([
  {
    on: PAY,
    args: ["add-event", "refund", "--source", "Bank", "--param", "sum:int", "--desc", "Money back."],
    line: "+ event refund on source #1",
    check: (after) => after.events[1]?.events,
    expected: [{ id: "refund", description: "Money back.", parameters: [{ name: "sum", type: "int" }] }],
  },
  {
    on: { ...DOOR, events: [] },
    args: ["add-event", "knock"],
    line: "+ source Internal\n+ event knock on source #0",
    check: (after) => after.events,
    expected: [{ name: "Internal", events: [{ id: "knock" }] }],
  },
  {
    on: PAY,
    args: ["update-event", "pay", "--desc", "Money."],
    line: '~ event pay: description = "Money."',
    check: (after) => after.events[0]?.events?.[0]?.description,
    expected: "Money.",
  },
  {
    on: DOOR,
    args: ["rename-event", "open", "unlock"],
    line: "> event open is now unlock",
    check: (after) => child(after, 0)?.transitions?.[0]?.event,
    expected: "unlock",
  },
  {
    on: PAY,
    args: ["move-event", "pay", "--source", "1"],
    line: "> event pay to source #1",
    check: (after) => after.events[1]?.events?.[0]?.id,
    expected: "pay",
  },
  {
    on: PAY,
    args: ["remove-event", "pay"],
    line: "- event pay",
    check: (after) => after.events[0]?.events?.length ?? 0,
    expected: 0,
  },
  {
    on: PAY,
    args: ["add-parameter", "pay", "currency", "string", "--index", "0"],
    line: "+ parameter currency: string of event pay at #0",
    check: (after) => after.events[0]?.events?.[0]?.parameters?.[0],
    expected: { name: "currency", type: "string" },
  },
  {
    on: PAY,
    args: ["update-parameter", "pay", "sum", "--set", "type=float"],
    line: '~ parameter #0 of pay: type = "float"',
    check: (after) => after.events[0]?.events?.[0]?.parameters?.[0]?.type,
    expected: "float",
  },
  {
    on: PAY,
    args: ["remove-parameter", "pay", "sum"],
    line: "- parameter #0 of pay",
    check: (after) => after.events[0]?.events?.[0]?.parameters?.length ?? 0,
    expected: 0,
  },
  {
    on: DOOR,
    args: ["add-timer", "too_long", "Closer"],
    line: "+ timer Closer (sends too_long) on source #0",
    check: (after) => after.events[0]?.timers,
    expected: [{ id: "too_long", name: "Closer" }],
  },
  {
    on: LAMP,
    args: ["update-timer", "Countdown", "--desc", "Five seconds."],
    line: '~ timer time_up: description = "Five seconds."',
    check: (after) => after.events[1]?.timers?.[0]?.description,
    expected: "Five seconds.",
  },
  {
    on: LAMP,
    args: ["remove-timer", "Countdown"],
    line: "- timer time_up",
    check: (after) => after.events[1]?.timers?.length ?? 0,
    expected: 0,
  },
  {
    on: DOOR,
    args: ["add-source", "Wind", "--feeder", "WindFeeder", "--index", "0"],
    line: "+ source Wind at #0",
    check: (after) => after.events[0],
    expected: { name: "Wind", feeder: "WindFeeder", events: [] },
  },
  {
    on: PAY,
    args: ["update-source", "Bank", "--set", "name=House"],
    line: '~ source #1: name = "House"',
    check: (after) => after.events[1]?.name,
    expected: "House",
  },
  {
    on: PAY,
    args: ["move-source", "Bank", "0"],
    line: "> source #1 to #0",
    check: (after) => after.events[0]?.name,
    expected: "Bank",
  },
  {
    on: PAY,
    args: ["remove-source", "Bank"],
    line: "- source #1",
    check: (after) => after.events.length,
    expected: 1,
  },
  {
    on: DOOR,
    args: ["update-settings", "--set", "asynchronous=true"],
    line: "~ settings: asynchronous = true",
    check: (after) => after.settings.asynchronous,
    expected: true,
  },
]);
