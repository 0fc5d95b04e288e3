import { assert, assertEquals } from "@std/assert";
import {
  applyPatchOps,
  equalJson,
  type JsonObject,
  KINDS,
  type MachineOp,
  type StateMachineDefinition,
} from "@loom/protocol";
import fc from "fast-check";
import { editorOf, tagsIn } from "../../tests/arbitrary/edits.ts";
import { arbitraryMachine } from "../../tests/arbitrary/machine.ts";
import { loseFile, takeFile, takeSave, type Writer } from "./change_file.ts";
import { changeLive, replaceLive } from "./change_live.ts";
import { changesSince } from "./log.ts";
import type { Outcome } from "./outcome.ts";
import { emptyRoom, type Room } from "./room.ts";
import { withOps } from "./testing/door.ts";
import { runs } from "../../tests/arbitrary/runs.ts";

/** One thing that happens to a room; the numbers choose what exactly. */
interface Step {
  readonly kind:
    | "live"
    | "replace"
    | "announce"
    | "late"
    | "save"
    | "seen"
    | "external"
    | "look"
    | "remove"
    | "again";
  readonly seed: number;
  readonly party: number;
  readonly lag: number;
}

const STEP: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(
    { weight: 12, arbitrary: fc.constant("live" as const) },
    { weight: 1, arbitrary: fc.constant("replace" as const) },
    { weight: 4, arbitrary: fc.constant("announce" as const) },
    { weight: 3, arbitrary: fc.constant("late" as const) },
    { weight: 3, arbitrary: fc.constantFrom("save" as const, "seen" as const) },
    { weight: 3, arbitrary: fc.constant("external" as const) },
    { weight: 3, arbitrary: fc.constant("look" as const) },
    { weight: 1, arbitrary: fc.constant("again" as const) },
    { weight: 1, arbitrary: fc.constantFrom("remove" as const, "look" as const) },
  ),
  seed: fc.nat(),
  party: fc.nat({ max: 4 }),
  lag: fc.oneof(fc.constant(0), fc.nat({ max: 8 })),
});

const STEPS = fc.array(STEP, { minLength: 1, maxLength: 40, size: "max" });

/** A file as it is on disk. */
interface Disk {
  readonly def: JsonObject;
  readonly revision: string;
  readonly mtime: number;
}

/** What someone tells who has written the file. */
interface Announcement {
  readonly ops: readonly MachineOp[];
  readonly base: Disk;
  readonly now: Disk;
  readonly writer: Writer;
}

/** A room, its file, and those who change both. */
class World {
  room: Room;
  disk: Disk | undefined;
  /** The document after each change, by its number. */
  readonly history = new Map<number, JsonObject>();
  readonly #untold: Announcement[] = [];
  #lastLive: { ops: readonly MachineOp[]; opId: string; origin: string } | undefined;
  readonly #everInFile = new Set<string>();
  /** Whether someone wrote what was live into the file and changed it there before anyone was told: nobody can tell it from new things. */
  #isMuddled = false;
  #clock = 1_000;
  #count = 0;

  constructor(def: JsonObject) {
    this.disk = frozen(this.#newContent(def));
    this.room = frozen(emptyRoom("/door.smdf.json", "e"));
    this.#take(takeFile(KINDS, this.room, this.disk));
    this.history.set(this.room.seq, def);
  }

  step({ kind, seed, party, lag }: Step): void {
    const name = `${party}-${++this.#count}`;
    const editor = editorOf(name, seed, { names: ["Door", "Gate", "go"], most: 4 });
    const origin = `client-${party}`;
    const { room, disk } = this;
    switch (kind) {
      case "live": {
        const baseSeq = Math.max(0, room.seq - lag);
        const base = this.history.get(baseSeq);
        if (!base) return;
        const ops = frozen(editor.edit(machine(base)));
        this.#lastLive = { ops, opId: name, origin };
        this.#live(ops, { origin: name, opId: name, baseSeq }, base);
        return;
      }
      case "again": {
        if (!this.#lastLive || room.def === null) return;
        const { ops, opId, origin } = this.#lastLive;
        const known = room.named.some(([word]) => word === opId);
        const outcome = changeLive(KINDS, room, ops, { origin, opId });
        if (known) {
          assert(outcome.ok && outcome.duplicate);
          assertEquals(outcome.room, room);
        } else this.#take(outcome);
        return;
      }
      case "replace": {
        const base = room.def ?? this.history.get(0);
        if (!base) return;
        const def = frozen(withOps(base, ...editor.edit(machine(base))));
        assert(typeof def !== "string");
        this.#take(replaceLive(KINDS, room, def, { origin, opId: name, baseSeq: room.seq }));
        return;
      }
      case "announce":
      case "late": {
        if (!disk) return;
        const ops = frozen(editor.edit(machine(disk.def)));
        const now = frozen(this.#newContent(applyPatchOps(machine(disk.def), ops) as unknown as JsonObject));
        this.disk = now;
        this.#untold.push({ ops, base: disk, now, writer: { origin, opId: name, ops } });
        if (kind === "announce") this.#announce(this.#untold.pop());
        else if (editor.below(2) === 0) {
          this.#announce(this.#untold.splice(editor.below(this.#untold.length), 1)[0]);
        }
        return;
      }
      case "save":
      case "seen":
        return this.#save(Math.max(0, room.seq - (lag > 4 ? 0 : lag)), {
          isFollowed: lag === 8,
          isSeen: kind === "seen",
        });
      case "external": {
        const old = this.history.get(editor.below(room.seq + 1));
        const base = lag === 1 && old ? old : disk?.def ?? old;
        if (!base) return;
        if (lag === 1) this.#isMuddled = true;
        const def = lag === 1 ? base : withOps(base, ...editor.edit(machine(base)));
        assert(typeof def !== "string");
        this.disk = frozen(this.#newContent(def));
        if (lag > 3) this.#look();
        return;
      }
      case "look":
        return this.#look();
      case "remove":
        this.disk = undefined;
        return this.#take(loseFile(room));
    }
  }

  /** The rule that all rests on, and what follows from it. */
  check(): void {
    const { room } = this;
    if (room.file.def !== null && room.unsaved.every(({ ops }) => ops !== null)) {
      let def: JsonObject | string = room.file.def;
      for (const { ops } of room.unsaved) {
        assert(typeof def !== "string");
        def = withOps(def, ...ops ?? []);
      }
      assertSame(def, room.def);
    }
    if (room.unsaved.length === 0 && room.file.def !== null) assertSame(room.file.def, room.def);
    const tags = tagsIn(room.def);
    if (!this.#isMuddled) assertEquals(tags.length, new Set(tags).size, "nothing is there twice");
    room.log.forEach(({ seq }, at) => assertEquals(seq, room.seq - room.log.length + at + 1));
    assertEquals(JSON.parse(JSON.stringify(room)), JSON.parse(JSON.stringify(room)));
    assertEquals(structuredClone(room), JSON.parse(JSON.stringify(room)));
    this.#checkResume();
  }

  /** Everyone has told what they did, and the hub has looked at the file. */
  settle(): void {
    while (this.#untold.length > 0) this.#announce(this.#untold.shift());
    this.#look();
    this.#save(this.room.seq, {});
    if (!this.disk) return;
    assertEquals(this.room.file.revision, this.disk.revision);
    assertEquals(this.room.unsaved, []);
    assertSame(this.room.def, this.disk.def);
  }

  #checkResume(): void {
    const { room } = this;
    for (const [seq, def] of this.history) {
      const missed = changesSince(room, seq);
      if (!missed || missed.some(({ ops }) => ops === null)) continue;
      let now: JsonObject | string = def;
      for (const { ops } of missed) now = withOps(now as JsonObject, ...ops ?? []);
      assertSame(now, room.def);
    }
  }

  #live(ops: readonly MachineOp[], sender: Parameters<typeof changeLive>[3], base: JsonObject): void {
    const outcome = changeLive(KINDS, this.room, ops, sender);
    this.#take(outcome);
    if (!outcome.ok) {
      assert(["stale_base", "apply_failed", "no_base"].includes(outcome.code), outcome.code);
      return;
    }
    // Nothing that the sender has put there is missing.
    const before = new Set(tagsIn(base));
    const mine = tagsIn(withOps(base, ...ops)).filter((tag) => !before.has(tag));
    const now = new Set(tagsIn(this.room.def));
    assertEquals(mine.filter((tag) => !now.has(tag)), []);
  }

  #announce(told: Announcement | undefined): void {
    if (!told) return;
    const { room, disk } = this;
    const isNext = room.file.revision === told.base.revision && room.file.def !== null &&
      told.now.mtime > room.file.mtime;
    if (isNext) this.#takeFile(told.now, told.writer);
    else if (disk) this.#takeFile(disk, told.writer);
  }

  #look(): void {
    if (this.disk) this.#takeFile(this.disk);
  }

  #takeFile(content: Disk, writer?: Writer): void {
    const { room } = this;
    const outcome = takeFile(KINDS, room, content, writer);
    this.#take(outcome);
    assert(outcome.ok);
    assertEquals(this.room.file.revision, content.revision);
    const lost = outcome.broadcasts.some(({ type, ...rest }) => type === "lost" || "reason" in rest);
    if (lost || room.file.def === null) return;
    const now = new Set(tagsIn(this.room.def));
    const missing = tagsIn(room.def).filter((tag) => !now.has(tag) && !this.#everInFile.has(tag));
    assertEquals(missing, [], "unsaved and not told to be lost");
  }

  /** A canvas writes what it sees into the file, as a canvas does that knows the file; then someone else may write too. */
  #save(seq: number, { isFollowed = false, isSeen = false }): void {
    const { room, disk } = this;
    const def = this.history.get(seq);
    if (!disk || !def || disk.revision !== room.file.revision) return;
    // Older than what came from the file since: the canvas would undo that, and knows.
    if (room.log.some((change) => change.seq > seq && change.revision !== undefined)) return;
    let now = this.#newContent(def);
    if (isFollowed) {
      if (isSeen) this.#isMuddled = true;
      const more = withOps(def, ...editorOf(`after-${seq}`, seq).edit(machine(def)));
      assert(typeof more !== "string");
      now = this.#newContent(more);
    }
    this.disk = frozen(now);
    // A watch may be faster than the message.
    if (isSeen) this.#look();
    this.#take(takeSave(KINDS, this.room, this.disk, seq));
    assertEquals(this.room.file.revision, now.revision);
    assert(this.room.unsaved.every((change) => change.seq > seq));
  }

  #newContent(def: JsonObject): Disk {
    this.#clock += 10;
    for (const tag of tagsIn(def)) this.#everInFile.add(tag);
    return { def, revision: `r${this.#clock}`, mtime: this.#clock };
  }

  /** Goes on with the outcome; whoever applies what was sent has the same document. */
  #take(outcome: Outcome): void {
    if (!outcome.ok) return;
    const before = this.room;
    let def = before.def;
    let { seq } = before;
    for (const broadcast of frozen(outcome.broadcasts)) {
      if (broadcast.type !== "patch" && broadcast.type !== "full") continue;
      assertEquals(broadcast.change.seq, ++seq);
      const next = broadcast.type === "full"
        ? broadcast.def
        : withOps(def as JsonObject, ...broadcast.change.ops ?? []);
      assert(typeof next !== "string", String(next));
      def = next;
    }
    assertEquals(outcome.room.seq, seq);
    assertSame(def, outcome.room.def);
    this.room = frozen(outcome.room);
    if (def !== null) this.history.set(seq, def);
  }
}

function machine(def: JsonObject): StateMachineDefinition {
  return def as unknown as StateMachineDefinition;
}

function assertSame(actual: unknown, expected: unknown): void {
  if (!equalJson(actual, expected)) assertEquals(JSON.stringify(actual), JSON.stringify(expected));
}

function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  }
  return value;
}

Deno.test("a room is the file with the unsaved changes, whatever happens in whatever order", () => {
  fc.assert(
    fc.property(arbitraryMachine, STEPS, (def, steps) => {
      const world = new World(frozen(def as unknown as JsonObject));
      for (const step of steps) {
        world.step(step);
        world.check();
      }
      world.settle();
      world.check();
    }),
    runs(5, 60),
  );
});
