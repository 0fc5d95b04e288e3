/**
 * Programs that write a document without its lock, each in the way of some text editor.
 *
 * @module
 */

/** Changes a text: adds a state. */
export function withState(text: string, name: string): string {
  return text.replace(/"states": \[/, `"states": [{ "name": "${name}" }, `);
}

/** A way of writing a file; `text` is what the editor had read, perhaps long ago. */
export interface TextEditor {
  /** Its name. */
  readonly name: string;
  /** Adds a state to the text that was read. */
  readonly write: (path: string, text: string, state: string) => Promise<void>;
}

/** The editors. `sed -i` reads the file itself and has no old buffer. */
export const TEXT_EDITORS: readonly TextEditor[] = [
  {
    name: "sed",
    write: async (path, _, state) => {
      const script = `0,/"states": \\[/s//"states": [{ "name": "${state}" }, /`;
      const { success, stderr } = await new Deno.Command("sed", { args: ["-i", script, path] }).output();
      if (!success) throw new Error(new TextDecoder().decode(stderr));
    },
  },
  {
    name: "in place",
    write: async (path, text, state) => {
      using file = await Deno.open(path, { write: true });
      const bytes = new TextEncoder().encode(withState(text, state));
      await file.write(bytes);
      await file.truncate(bytes.length);
    },
  },
  {
    name: "rename",
    write: async (path, text, state) => {
      await Deno.writeTextFile(`${path}.${state}`, withState(text, state));
      await Deno.rename(`${path}.${state}`, path);
    },
  },
  {
    name: "truncate",
    write: async (path, text, state) => {
      await Deno.truncate(path);
      await Deno.writeTextFile(path, withState(text, state));
    },
  },
];
