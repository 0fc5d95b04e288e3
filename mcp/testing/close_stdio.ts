import type { Client, StdioClientTransport } from "./sdk.ts";

/** What the transport has of the program that it started, as far as it is needed here. */
interface Started {
  readonly stdin: { end(): void } | null;
  once(event: "close", listener: () => void): void;
}

/**
 * Closes a client whose server is a process, when that has ended. The transport itself bounds its wait by timers that it leaves
 * running, which tests of an older Deno take for leaks.
 */
export async function closeStdio(client: Client, transport: StdioClientTransport): Promise<void> {
  const { _process: started } = transport as unknown as { readonly _process?: Started };
  if (started !== undefined) {
    const ended = new Promise<void>((resolve) => started.once("close", resolve));
    started.stdin?.end();
    await ended;
  }
  await client.close();
}
