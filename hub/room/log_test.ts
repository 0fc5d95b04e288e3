import { assertEquals } from "@std/assert";
import type { MachineOp } from "@loom/protocol";
import { addToLog, changesSince, seqOf } from "./log.ts";
import { emptyRoom, type Room, ROOM_LIMITS } from "./room.ts";

const EMPTY = emptyRoom("/a.smdf.json", "e");
const OP: MachineOp = { op: "settings.update", patch: {} };

function withChanges(count: number, opsOfEach = 1, room: Room = EMPTY): Room {
  let now = room;
  for (let left = count; left > 0; left--) {
    const seq = now.seq + 1;
    now = addToLog(now, { seq, origin: "ada", opId: `op${seq}`, ops: Array<MachineOp>(opsOfEach).fill(OP) });
  }
  return now;
}

Deno.test("addToLog() counts changes and leaves the room before as it was", () => {
  const one = withChanges(1);
  const two = withChanges(1, 1, one);
  assertEquals(one.log.map(({ seq }) => seq), [1]);
  assertEquals(two.log.map(({ seq }) => seq), [1, 2]);
  assertEquals(two.seq, 2);
});

Deno.test("addToLog() forgets the oldest changes when there are too many", () => {
  const room = withChanges(ROOM_LIMITS.log + 5);
  assertEquals(room.log.length, ROOM_LIMITS.log);
  assertEquals(room.log[0]?.seq, 6);
});

Deno.test("addToLog() forgets the oldest changes when they have too many operations", () => {
  const room = withChanges(12, 1_000);
  assertEquals(room.log.map(({ seq }) => seq), [3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
});

Deno.test("addToLog() forgets the oldest changes when they are too large", () => {
  const note = (length: number): MachineOp => ({
    op: "settings.update",
    patch: { description: "x".repeat(length) },
  });
  let room = withChanges(3);
  for (let left = 3; left > 0; left--) {
    const large = note(ROOM_LIMITS.logSize * 0.4);
    room = addToLog(room, { seq: room.seq + 1, origin: "ada", ops: [large] });
  }
  assertEquals(room.log.map(({ seq }) => seq), [5, 6]);
  room = withChanges(2, 1, room);
  assertEquals(room.log.map(({ seq }) => seq), [5, 6, 7, 8]);
});

Deno.test("addToLog() keeps the newest change however large it is", () => {
  assertEquals(withChanges(1, ROOM_LIMITS.logOps + 1).log.length, 1);
  const ops: MachineOp[] = [{
    op: "settings.update",
    patch: { description: "x".repeat(ROOM_LIMITS.logSize + 1) },
  }];
  assertEquals(addToLog(withChanges(1), { seq: 2, origin: "ada", ops }).log.map(({ seq }) => seq), [2]);
});

Deno.test("addToLog() remembers names longer than changes, but not for ever", () => {
  const room = withChanges(ROOM_LIMITS.named * 2);
  assertEquals(seqOf(room, "op1"), undefined);
  assertEquals(seqOf(room, `op${ROOM_LIMITS.named + 1}`), ROOM_LIMITS.named + 1);
  assertEquals(room.named.length <= ROOM_LIMITS.named * 1.25, true);
});

Deno.test("changesSince() gives what came after a number", () => {
  const room = withChanges(3);
  assertEquals(changesSince(room, 1)?.map(({ seq }) => seq), [2, 3]);
  assertEquals(changesSince(room, 3), []);
  assertEquals(changesSince(room, 0)?.length, 3);
});

Deno.test("changesSince() gives nothing for numbers that the log does not reach", () => {
  const room = withChanges(ROOM_LIMITS.log + 1);
  assertEquals(changesSince(room, 0), undefined);
  assertEquals(changesSince(room, 1)?.length, ROOM_LIMITS.log);
  assertEquals(changesSince(room, room.seq + 1), undefined);
  assertEquals(changesSince(room, -1), undefined);
});

Deno.test("seqOf() gives the number of a change by its name", () => {
  const room = withChanges(2);
  assertEquals(seqOf(room, "op2"), 2);
  assertEquals(seqOf(room, "other"), undefined);
  assertEquals(seqOf(room, undefined), undefined);
});
