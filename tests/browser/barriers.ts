/**
 * Barriers on pages, as axe-core finds them.
 *
 * @module
 */
import axe from "axe-core";
import type { Page } from "playwright-core";

/** The serious violations on a page, each with the first element that has it. */
export async function barriersOf(page: Page): Promise<string[]> {
  // Not as a script of the page, whose policy would refuse it.
  await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: {
        run(): Promise<
          {
            violations: {
              id: string;
              impact: string | null;
              nodes: { html: string; failureSummary?: string }[];
            }[];
          }
        >;
      };
    };
    return (await axe.run()).violations;
  });
  return found.filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
}
