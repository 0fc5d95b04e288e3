import { assertEquals } from "@std/assert";
import { Counter, metricsText } from "./metrics.ts";

Deno.test("metricsText() writes the text format of Prometheus", () => {
  const counter = new Counter("loom_test_total", "Things.", "kind");
  counter.add("a");
  counter.add('b"', 2);
  const gauge = {
    name: "loom_size",
    help: "Size.",
    type: "gauge" as const,
    values: [{ labels: {}, value: 1.5 }],
  };
  assertEquals(
    metricsText([counter.measure(), gauge]),
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
