/**
 * A process that edits one document again and again: `document_writer.ts <path> <name> <edits>`. After each edit
 * that is on disk it prints a line.
 *
 * @module
 */
import { editDocument } from "@loom/bridge/document";

interface Definition {
  state: { states: { name: string }[] };
}

if (import.meta.main) {
  const [path = "", name = "", edits = "0"] = Deno.args;
  const out = new TextEncoder();
  for (let edit = 0; edit < Number(edits); edit++) {
    await editDocument<Definition>(path, (definition) => {
      const states = [...definition.state.states, { name: `${name}_${edit}` }];
      return { ...definition, state: { ...definition.state, states } };
    }, { lockTimeout: 60_000 });
    await Deno.stdout.write(out.encode(`${name}_${edit}\n`));
  }
}
