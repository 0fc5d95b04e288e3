import type { DocumentSource } from "@loom/hub";

/** Documents that are always the same text; each reading makes a value of its own, as reading a file does. */
export function memorySource(text: string): DocumentSource {
  return {
    resolve: (docId) => Promise.resolve({ ok: true, docId }),
    read: () => Promise.resolve({ revision: "r1", def: JSON.parse(text), mtime: 1 }),
    watch: () => ({ ready: Promise.resolve(), close: () => Promise.resolve() }),
  };
}
