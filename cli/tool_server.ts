import { dirname, fromFileUrl, join } from "@std/path";

/** The facts about a running program that tell how it was installed. */
export interface Installation {
  /** True for an executable. */
  readonly isStandalone: boolean;
  /** The executable, or Deno. */
  readonly execPath: string;
  /** The module that was started. */
  readonly mainModule: string;
  readonly exists: (path: string) => boolean;
}

/** The words that start the agent tools of the same installation: an agent's client may have another PATH. */
export function toolServer({ isStandalone, execPath, mainModule, exists }: Installation): readonly string[] {
  if (isStandalone) {
    const beside = join(dirname(execPath), execPath.endsWith(".exe") ? "loom-mcp.exe" : "loom-mcp");
    return [exists(beside) ? beside : "loom-mcp"];
  }
  const main = mainModule.replace(/\/cli\/main\.(ts|js)$/, "/mcp/main.$1");
  if (main === mainModule || !main.startsWith("file:")) return ["loom-mcp"];
  return [execPath, "run", "-A", fromFileUrl(main)];
}
