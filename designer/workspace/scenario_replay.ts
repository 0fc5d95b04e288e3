import { type ReplayedPath, replayScenario } from "@loom/engine";
import { type JsonObject, membersOf, resolveMemberPath, type StateMachineDefinition } from "@loom/protocol";
import { listedFiles, readFile, readMembers } from "./member_files.ts";

/** A scenario, walked through the machines of its system. */
export interface ScenarioReplay {
  /** Why there is no walk. */
  readonly problem?: string;
  /** The names of the machines. */
  readonly machines: readonly string[];
  readonly paths: readonly ReplayedPath[];
}

/** Walks a scenario through the machines of the system that it is a member of. */
export async function replayed(docId: string, scenario: object): Promise<ScenarioReplay> {
  const machines = await machinesFor(docId);
  if (machines.length === 0) {
    return {
      problem: "No machine can walk this scenario: add both to a system.",
      machines: [],
      paths: [],
    };
  }
  const { machines: names, paths } = replayScenario(scenario, machines);
  return { machines: names, paths };
}

/** The machines of the systems that list a document, of the one in the address first. */
async function machinesFor(docId: string): Promise<StateMachineDefinition[]> {
  const own = new URLSearchParams(location.search).get("system");
  const listed = (await listedFiles()).map(({ path }) => path).filter((path) => path.endsWith(".sysdf.json"));
  for (const path of new Set([...(own === null ? [] : [own]), ...listed])) {
    const { definition } = await readFile(path);
    if (definition === undefined || !lists(path, definition, docId)) continue;
    const members = await readMembers(path, definition);
    return [...members.values()].flatMap(({ definition }) =>
      definition !== undefined && "state" in definition
        ? [definition as object as StateMachineDefinition]
        : []
    );
  }
  return [];
}

function lists(path: string, system: JsonObject, docId: string): boolean {
  return membersOf(system as Parameters<typeof membersOf>[0]).some(({ name }) =>
    resolveMemberPath(path, name) === docId
  );
}
