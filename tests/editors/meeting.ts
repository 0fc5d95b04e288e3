/**
 * Text editors, a person at a canvas, the shell and an agent change one document at once. Whatever one of them was told
 * to be saved is there in the end, or somebody was told that it is gone.
 *
 * @module
 */
import { editDocument } from "@loom/bridge/document";
import { type BridgeSession, createBridgeSession, type SaveWrite } from "@loom/designer/session";
import { isObject } from "@loom/protocol";
import { assert } from "@std/assert";
import { runLoom } from "../../cli/run_loom.ts";
import { memoryIo } from "../../cli/testing/memory_io.ts";
import type { Workshop } from "../hub/run_hub.ts";
import { Random } from "../layout/graphs/random.ts";
import { startLoomMcp, type StdioMcp } from "../mcp_stdio/loom_mcp.ts";
import { TEXT_EDITORS } from "./text_editors.ts";

/** How long all may take to see the same, in milliseconds. */
const PATIENCE = 20_000;
/** How often a person tries to save. */
const MOST_SAVES = 20;

/** The result of a meeting. */
export interface Met {
  /** What is wrong, a sentence each. */
  readonly faults: readonly string[];
  /** Number of states that somebody was told to be saved. */
  readonly saved: number;
  /** Number of those that were gone, with a notice. */
  readonly told: number;
}

/**
 * Lets all meet.
 *
 * @param makers Who takes part: `editor`, `session`, `shell`, `agent`.
 */
export async function meet(
  workshop: Workshop,
  { seed, rounds, makers }: {
    readonly seed: number;
    readonly rounds: number;
    readonly makers: readonly string[];
  },
): Promise<Met> {
  const meeting = await Meeting.begin(workshop, seed, makers);
  try {
    for (let round = 1; round <= rounds; round++) await meeting.round(round);
    return meeting.result();
  } finally {
    await meeting.close();
  }
}

/** The parties of a meeting, and where they meet. */
interface Place {
  readonly hub: string;
  readonly path: string;
  /** The state folder of the shell. */
  readonly state: string;
  readonly session: BridgeSession;
  readonly agent: StdioMcp | undefined;
  readonly makers: readonly string[];
  readonly seed: number;
}

class Meeting {
  readonly #place: Place;
  readonly #random: Random;
  readonly #faults: string[] = [];
  /** The states that somebody was told to be saved, by who made them. */
  readonly #saved = new Map<string, string>();
  readonly #told = new Set<string>();
  /** Texts that editors have read, the newest last. */
  #buffers: string[] = [];
  #notices = "";

  private constructor(place: Place) {
    this.#place = place;
    this.#random = new Random(place.seed);
    place.session.subscribe(() => this.#listen());
  }

  static async begin(
    { hub, write, folder }: Workshop,
    seed: number,
    makers: readonly string[],
  ): Promise<Meeting> {
    const path = await write(`door-${seed}.smdf.json`, {
      settings: { name: "Door" },
      events: [],
      state: { name: "Root", states: [{ name: "Open" }, { name: "Closed" }] },
    });
    const session = createBridgeSession({ url: hub.url, role: "web", docId: path, name: "Ann" });
    await session.connect();
    const env = { LOOM_PROJECT_FILE: path, LOOM_BRIDGE_URL: hub.url, LOOM_AGENT_NAME: "Bot" };
    const agent = makers.includes("agent") ? await startLoomMcp(env) : undefined;
    return new Meeting({ hub: hub.url, path, state: `${folder}/state`, session, agent, makers, seed });
  }

  /** Some change the document at once; then all come to rest. */
  async round(round: number): Promise<void> {
    this.#buffers = [...this.#buffers, await Deno.readTextFile(this.#place.path)].slice(-4);
    const count = 2 + this.#random.below(3);
    const work = Array.from({ length: count }, (_, at) => {
      const maker = this.#place.makers[this.#random.below(this.#place.makers.length)] ?? "editor";
      return this.#change(maker, `r${round}_${at}_${maker}`);
    });
    await Promise.all(work);
    await this.#settle(round);
    const text = await Deno.readTextFile(this.#place.path);
    for (const [name, maker] of [...this.#saved]) {
      if (text.includes(`"${name}"`)) continue;
      this.#saved.delete(name);
      // Shell and agent tell with their next edit what nobody else ever saw.
      if (!this.#notices.includes(name) && (maker === "shell" || maker === "agent")) {
        await this.#change(maker, `${name}_next`);
        await this.#settle(round);
      }
      if (this.#notices.includes(name)) this.#told.add(name);
      // Nobody but the editor ever saw what another editor wrote over at once.
      else if (maker !== "editor") this.#faults.push(`Round ${round}: ${name} is gone, and nobody was told.`);
    }
    this.#putBack();
  }

  result(): Met {
    const saved = this.#saved.size + this.#told.size;
    return { faults: this.#faults, saved, told: this.#told.size };
  }

  async close(): Promise<void> {
    await this.#place.session.close();
    await this.#place.agent?.[Symbol.asyncDispose]();
  }

  async #change(maker: string, name: string): Promise<void> {
    if (await this.#changeBy(maker, name)) this.#saved.set(name, maker);
  }

  /** True when the maker was told that the change is saved. */
  async #changeBy(maker: string, name: string): Promise<boolean> {
    switch (maker) {
      case "session":
        this.#place.session.emitPatch([{ op: "state.add", parent: null, state: { name } }]);
        if (this.#random.below(6) > 0) return await this.#save();
        this.#place.session.undo();
        await this.#save();
        return false;
      case "shell": {
        const io = memoryIo({ env: { LOOM_BRIDGE_URL: this.#place.hub, LOOM_STATE_DIR: this.#place.state } });
        const code = await runLoom(["--doc", this.#place.path, "add-state", name], io);
        this.#hear(io.err());
        return code === 0;
      }
      case "agent": {
        const answer = await this.#place.agent?.call("add_state", { name });
        this.#hear(answer?.texts.join("\n") ?? "");
        return answer !== undefined && !answer.isError;
      }
      default: {
        const editor = TEXT_EDITORS[this.#random.below(TEXT_EDITORS.length)];
        const old = this.#random.below(4) === 0;
        const text = old ? this.#buffers[0] : await Deno.readTextFile(this.#place.path);
        // What another editor is writing is no document yet; a person would wait.
        if (editor === undefined || text === undefined || !isDocument(text)) return false;
        await editor.write(this.#place.path, text, name);
        return isDocument(await Deno.readTextFile(this.#place.path));
      }
    }
  }

  /** Saves as a person does: again, when others were faster. */
  async #save(): Promise<boolean> {
    const write: SaveWrite = async (def, baseRevision, savedChanges) => {
      const revision = baseRevision === null ? {} : { expectedRevision: baseRevision };
      const { after, mtime } = await editDocument(this.#place.path, () => def, { savedChanges, ...revision });
      return { revision: after, mtime };
    };
    for (let tries = 0; tries < MOST_SAVES; tries++) {
      const saved = await this.#place.session.save(write).then(() => true, () => false);
      if (saved) return true;
      if (this.#place.session.getSnapshot().remoteChange !== null) return false;
    }
    return false;
  }

  /** Takes down what an answer says of changes that are gone. */
  #hear(answer: string): void {
    const [, ...after] = answer.split(/wrote an older content into/);
    this.#notices += after.join("\n");
  }

  /** Takes down what the person is told. */
  #listen(): void {
    const { lostValues } = this.#place.session.getSnapshot();
    for (const { rolledBack = [] } of lostValues) this.#notices += rolledBack.join("\n");
    this.#notices += JSON.stringify(this.#place.session.difference()?.ops ?? []);
  }

  /** Waits until hub, session and file agree; the person saves what is unsaved. */
  async #settle(round: number): Promise<void> {
    const end = Date.now() + PATIENCE;
    for (;;) {
      const { status, dirty, pending, def, remoteChange } = this.#place.session.getSnapshot();
      if (remoteChange !== null) this.#place.session.takeTheirs();
      else if (dirty) await this.#save();
      const text = await Deno.readTextFile(this.#place.path);
      const file = isDocument(text) ? JSON.stringify(JSON.parse(text)) : undefined;
      // Two editors that write in place at once leave a mixture; somebody brings the last good text back.
      if (file === undefined) await Deno.writeTextFile(this.#place.path, this.#buffers.at(-1) ?? text);
      if (status === "synced" && !dirty && pending === 0 && file === JSON.stringify(def)) return;
      if (Date.now() > end) {
        this.#faults.push(
          `Round ${round}: session and file do not meet (${status}, ${dirty ? "dirty" : "clean"}).`,
        );
        return;
      }
      await this.#nextChange();
    }
  }

  /** Waits until the session or the file says something new, a moment at most. */
  async #nextChange(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const off = this.#place.session.subscribe(resolve);
    const timer = setTimeout(resolve, 50);
    await promise.finally(() => clearTimeout(timer));
    off();
  }

  /** Puts back what vanished, or not: both are a person's choice. */
  #putBack(): void {
    for (const { id } of this.#place.session.getSnapshot().lostValues) {
      if (this.#random.below(2) === 0) this.#place.session.putBack(id);
      else this.#place.session.dismiss(id);
    }
  }
}

function isDocument(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    assert(isObject(value) && isObject(value.state));
    return true;
  } catch {
    return false;
  }
}
