import { memoryStore } from "./memory_store.ts";
import { testStore } from "./testing/store_conformance.ts";

testStore("memoryStore()", (now) => {
  const store = memoryStore(now);
  return Promise.resolve({ one: store, other: store, close: () => store.close() });
});
