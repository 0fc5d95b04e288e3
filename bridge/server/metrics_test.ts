import { assertEquals } from "@std/assert";
import { Counter, gauge, metricsText } from "./metrics.ts";

Deno.test("metricsText() writes the text format of Prometheus", () => {
  const counter = new Counter("loom_test_total", "Things.", "kind");
  counter.add({ kind: "a" });
  counter.add({ kind: 'b"' }, 2);
  assertEquals(
    metricsText([counter.measure(), gauge("loom_size", "Size.", 1.5)]),
    `# HELP loom_test_total Things.
# TYPE loom_test_total counter
loom_test_total{kind="a"} 1
loom_test_total{kind="b\\""} 2
# HELP loom_size Size.
# TYPE loom_size gauge
loom_size 1.5
`,
  );
});

Deno.test("Counter tells values apart by all labels, and sums them up", () => {
  const counter = new Counter("loom_test_total", "Things.", "kind", "size");
  counter.add({ kind: "a", size: "s" });
  counter.add({ kind: "a", size: "l" }, 2);
  counter.add({ kind: "a", size: "s" });
  assertEquals(counter.measure().values.map(({ value }) => value), [2, 2]);
  assertEquals(counter.total, 4);
});

Deno.test("Counter without labels starts at 0", () => {
  assertEquals(new Counter("loom_test_total", "Things.").measure().values, [{ labels: {}, value: 0 }]);
});
