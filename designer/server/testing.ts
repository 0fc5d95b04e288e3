import { sourcePolicy } from "@loom/bridge/server";
import { designerHandler } from "./designer_handler.ts";
import type { DesignerDeps } from "./route.ts";

/** A machine to serve. */
export const DOOR = {
  settings: { namespace: "Home", name: "Door <b>", asynchronous: false },
  events: [{ name: "Hand", events: [{ id: "open" }] }],
  state: {
    name: "Root",
    states: [{ name: "Closed", transitions: [{ event: "open", nextState: "Open" }] }, { name: "Open" }],
  },
};
/** A machine of a running story. */
export const STORY = {
  ...DOOR,
  settings: { namespace: "loom.narrative", name: "RunningStory", asynchronous: false },
};

/** A folder of documents, and a designer that serves it. */
export interface Bench extends AsyncDisposable {
  readonly folder: string;
  readonly deps: DesignerDeps;
  ask(path: string, init?: RequestInit): Promise<Response>;
}

/** Serves a folder of documents. */
export async function openBench(deps: Partial<DesignerDeps> = {}): Promise<Bench> {
  const folder = await Deno.realPath(await Deno.makeTempDir());
  const files = {
    "door.smdf.json": DOOR,
    "story.smdf.json": STORY,
    "shop.board.json": { cards: [] },
  };
  for (const [name, content] of Object.entries(files)) {
    await Deno.writeTextFile(`${folder}/${name}`, JSON.stringify(content));
  }
  await Deno.writeTextFile(`${folder}/broken.smdf.json`, '{ "state": ');
  const all: DesignerDeps = {
    doc: `${folder}/door.smdf.json`,
    roots: [folder],
    chronicle: undefined,
    hubUrl: undefined,
    relay: undefined,
    narrative: undefined,
    source: sourcePolicy({ host: "127.0.0.1", origins: ["loopback"], hosts: [] }),
    login: undefined,
    ...deps,
  };
  const handle = designerHandler(all);
  return {
    folder,
    deps: all,
    ask: (path, init) => handle(new Request(`http://127.0.0.1:4598${path}`, init), "127.0.0.1"),
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}
