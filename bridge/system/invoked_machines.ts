import { compileMachine, type InvokedMachine, type InvokedMachines, machinesInvokedBy } from "@loom/engine";
import {
  isObject,
  LoomError,
  MACHINE_KIND,
  type StateMachineDefinition,
  type TextPart,
} from "@loom/protocol";
import { basename, dirname, relative, resolve } from "@std/path";
import {
  type Document,
  DocumentError,
  type DocumentErrorCode,
  parseTextOf,
  readDocumentText,
} from "../document/mod.ts";
import { loadMembers } from "./load_system.ts";
import { systemListing } from "./system_listing.ts";

/** The machines that the states of a document invoke. */
export interface LoadedMachines {
  /** Those that were read. */
  readonly machines: InvokedMachines;
  /** Why others were not, a sentence each. */
  readonly problems: readonly string[];
}

/** Options for {@linkcode loadInvokedMachines}. */
export interface InvokedMachinesOptions {
  /** The folder outside of which no member of a system is read, and above which none is looked for. Default: none. */
  readonly root?: string | undefined;
  /** The machines inside the text of the document, by the paths by which it names them. Default: none. */
  readonly parts?: readonly TextPart[] | undefined;
}

/**
 * Reads the machines that the states of a document invoke, and those that they invoke. `machine` is a path from the
 * document's folder that does not leave it, in any format, or the name of a machine of the document's system.
 *
 * @param path The path of the document.
 * @param definition The machine in it.
 *
 * @example
 * ```ts
 * import { createDocument } from "@loom/bridge/document";
 * import { loadInvokedMachines } from "@loom/bridge/system";
 * import { assertEquals } from "@std/assert";
 *
 * const folder = await Deno.makeTempDir();
 * const settings = { namespace: "Shop", asynchronous: false };
 * await createDocument(`${folder}/pay.smdf.json`, { settings, events: [], state: { name: "Pay" } });
 * const state = { name: "Shop", invoke: [{ id: "pay", machine: "pay.smdf.json" }] };
 * const { machines, problems } = await loadInvokedMachines(`${folder}/shop.smdf.json`, { settings, events: [], state });
 * assertEquals([Object.keys(machines), problems], [["pay.smdf.json"], []]);
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export async function loadInvokedMachines(
  path: string,
  definition: StateMachineDefinition,
  { root, parts = [] }: InvokedMachinesOptions = {},
): Promise<LoadedMachines> {
  const loader = new Loader(root);
  const file = resolve(path);
  const machines = await loader.machinesOf({ file, folder: dirname(file), definition, parts }, [file]);
  return { machines, problems: loader.problems };
}

/** Error of a path that leads to no file. */
const ABSENT: ReadonlySet<string> = new Set<DocumentErrorCode>(["not_found", "no_folder"]);

/** A machine whose states invoke others. */
interface Invoker {
  /** Its file, absolute. */
  readonly file: string;
  /** The folder that its paths do not leave. */
  readonly folder: string;
  readonly definition: StateMachineDefinition;
  /** The machines inside its text. */
  readonly parts: readonly TextPart[];
}

/** A file with a machine, and the machines inside its text. */
interface FoundMachine extends Pick<Document, "path" | "realPath" | "definition"> {
  readonly parts?: readonly TextPart[];
}

function machineOf({ definition }: { readonly definition: object }): StateMachineDefinition {
  return definition as StateMachineDefinition;
}

class Loader {
  readonly problems: string[] = [];
  readonly #root: string | undefined;
  readonly #read = new Map<string, InvokedMachine>();

  constructor(root: string | undefined) {
    this.#root = root;
  }

  /** The machines that a machine invokes; `chain` has the files from the first machine to this one. */
  async machinesOf(invoker: Invoker, chain: readonly string[]): Promise<InvokedMachines> {
    const machines: Record<string, InvokedMachine> = {};
    for (const text of machinesInvokedBy(invoker.definition)) {
      try {
        const machine = await this.#machine(text, invoker, chain);
        Object.defineProperty(machines, text, { value: machine, enumerable: true });
      } catch (error) {
        if (!(error instanceof LoomError)) throw error;
        this.problems.push(
          `The machine "${text}" does nothing here, since it could not be read: ${error.message}`,
        );
      }
    }
    return machines;
  }

  async #machine(text: string, invoker: Invoker, chain: readonly string[]): Promise<InvokedMachine> {
    const part = invoker.parts.find(({ path }) => path === text);
    if (part !== undefined) return await this.#compiled({ ...invoker, definition: machineOf(part) }, chain);
    const { document, folder } = await this.#document(text, invoker);
    const file = document.realPath;
    if (chain.some((one) => one === file || one === document.path)) throw circular([...chain, file], text);
    const known = this.#read.get(file);
    if (known !== undefined) return known;
    const { parts = [] } = document;
    const machine = await this.#compiled({ file, folder, definition: machineOf(document), parts }, [
      ...chain,
      file,
    ]);
    this.#read.set(file, machine);
    return machine;
  }

  async #compiled(invoker: Invoker, chain: readonly string[]): Promise<InvokedMachine> {
    const program = compileMachine(invoker.definition);
    return { program, machines: await this.machinesOf(invoker, chain) };
  }

  async #document(
    text: string,
    { file, folder }: Invoker,
  ): Promise<{ readonly document: FoundMachine; readonly folder: string }> {
    const path = resolve(dirname(file), text);
    try {
      const source = await readDocumentText(path, { root: folder });
      const name = basename(path).replace(/\..*$/, "");
      return {
        document: { ...source, ...await parseTextOf(source, { kind: MACHINE_KIND.kind, name }) },
        folder,
      };
    } catch (error) {
      if (!(error instanceof DocumentError) || !ABSENT.has(error.code)) throw error;
      const document = await this.#member(text, file);
      if (document === undefined) {
        throw new DocumentError(
          "not_found",
          `there is no document "${path}", and no machine of a system has this name.`,
          path,
          { cause: error },
        );
      }
      return { document, folder: dirname(document.realPath) };
    }
  }

  /** The machine of a name in the system that lists a document. */
  async #member(name: string, file: string): Promise<Document | undefined> {
    const options = { root: this.#root };
    const system = await systemListing(file, options);
    if (system === undefined) return undefined;
    for (const { document } of await loadMembers(system.path, system.definition, options)) {
      const settings = document?.kind === MACHINE_KIND.kind ? document.definition.settings : undefined;
      if (isObject(settings) && settings.name === name) return document;
    }
    return undefined;
  }
}

function circular(chain: readonly string[], text: string): LoomError {
  const [first = ""] = chain;
  const names = chain.map((file) => relative(dirname(first), file)).join(" invokes ");
  return new LoomError("circular_machines", `"${text}" would run inside of itself: ${names}.`);
}
