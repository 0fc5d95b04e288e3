/**
 * Pages with one canvas, for tests.
 *
 * @module
 */
import { IDENTITY_VIEWPORT, type Viewport } from "@loom/designer/canvas";
import type { Page } from "playwright-core";

const ROOT = new URL("../../", import.meta.url);
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Canvas</title><link rel="icon" href="data:,">
<body><main id="root"></main><script type="module" src="/page.js"></script>`;

let script: Promise<string> | undefined;

/** The script of the page, which is bundled once. */
async function bundled(): Promise<string> {
  const folder = await Deno.makeTempDir();
  try {
    const path = `${folder}/page.js`;
    const { success, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["bundle", "--quiet", "--platform", "browser", "--output", path, "tests/browser/host_page.tsx"],
      cwd: ROOT,
    }).output();
    if (!success) throw new Error(new TextDecoder().decode(stderr));
    return await Deno.readTextFile(path);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** A server of pages with a canvas of some document. */
export interface CanvasHost extends AsyncDisposable {
  /** Opens the page, and waits until the board is framed. */
  open(page: Page, query?: string): Promise<void>;
}

/** Serves pages with a canvas of a document. */
export async function canvasHost(content: object): Promise<CanvasHost> {
  const text = await (script ??= bundled());
  const answers: Readonly<Record<string, readonly [string, string]>> = {
    "/page.js": [text, "text/javascript"],
    "/document": [JSON.stringify(content), "application/json"],
  };
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, (request) => {
    const [body, type] = answers[new URL(request.url).pathname] ?? [PAGE, "text/html"];
    return new Response(body, { headers: { "content-type": type } });
  });
  return {
    async open(page, query = "") {
      await page.goto(`http://127.0.0.1:${server.addr.port}/?${query}`);
      await page.locator(".slc-world > *").first().waitFor({ state: "attached" });
      await page.waitForFunction(
        ({ x, y, scale }: Viewport) =>
          document.querySelector(".slc-world")?.getAttribute("transform") !==
            `translate(${x} ${y}) scale(${scale})`,
        IDENTITY_VIEWPORT,
      );
    },
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** A document of the page after the last edit. */
export async function documentOf<Document>(page: Page): Promise<Document> {
  return await page.evaluate(() => (globalThis as { doc?: unknown }).doc) as Document;
}
