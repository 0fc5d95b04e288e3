/**
 * A page that mounts a canvas alone, for tests and measurements.
 *
 * @module
 */
import { CANVAS_STYLES } from "../../designer/canvas/mod.ts";
import { ROOT } from "../../scripts/repository.ts";

let bundle: Promise<string> | undefined;

/** Serves the page; the script is bundled once. */
export async function serveCanvasPage(): Promise<{ readonly address: string } & AsyncDisposable> {
  const script = await (bundle ??= bundled("tests/browser/canvas_entry.tsx"));
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Canvas</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,"><style>html,body,main{margin:0;height:100%}${CANVAS_STYLES}</style></head>
<body><main id="page"></main><script type="module" src="/canvas.js"></script></body></html>`;
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    ({ url }) =>
      new URL(url).pathname === "/canvas.js"
        ? new Response(script, { headers: { "content-type": "text/javascript" } })
        : new Response(html, { headers: { "content-type": "text/html; charset=utf-8" } }),
  );
  return {
    address: `http://127.0.0.1:${server.addr.port}/`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

async function bundled(entry: string): Promise<string> {
  const command = new Deno.Command(Deno.execPath(), {
    args: ["bundle", "--quiet", "--platform", "browser", "--minify", entry],
    cwd: ROOT,
  });
  const { success, stdout, stderr } = await command.output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}
