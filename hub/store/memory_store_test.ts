import { createMemoryStore } from "./memory_store.ts";
import { testStore } from "./testing/store_conformance.ts";

testStore("createMemoryStore()", () => {
  const store = createMemoryStore();
  return Promise.resolve({ one: store, other: store, close: () => store.close() });
});
