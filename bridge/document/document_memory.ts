import { JsonTextMemory } from "./json_text/memory.ts";

/** How many documents are remembered; those written longest ago give way. */
const MAX_DOCUMENTS = 64;

const memories = new Map<string, JsonTextMemory>();

/** What this process remembers of a document's earlier text, so that an edit and its undo give the same bytes. */
export function memoryOf(realPath: string): JsonTextMemory {
  const memory = memories.get(realPath) ?? new JsonTextMemory();
  memories.delete(realPath);
  memories.set(realPath, memory);
  const oldest = memories.keys().next();
  if (memories.size > MAX_DOCUMENTS && !oldest.done) memories.delete(oldest.value);
  return memory;
}
