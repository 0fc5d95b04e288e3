/**
 * Packs `dist/loom-mcp` as `dist/loom.mcpb`, an MCP bundle for desktop clients, with the format's own tool.
 *
 * @module
 */
import { peerProgram, ROOT } from "./repository.ts";

/**
 * Packs a bundle.
 *
 * @param executable The server, for the system that the bundle is for.
 * @param target The bundle to write.
 */
export async function packBundle(executable: string | URL, target: string): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.mkdir(`${folder}/server`);
    await Deno.copyFile(new URL("plugin/mcpb/manifest.json", ROOT), `${folder}/manifest.json`);
    await Deno.copyFile(executable, `${folder}/server/loom-mcp`);
    await Deno.chmod(`${folder}/server/loom-mcp`, 0o755);
    const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [...peerProgram("@anthropic-ai/mcpb"), "pack", folder, target],
    }).output();
    if (!success) {
      const said = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes).trim()).join("\n");
      throw new Error(`${target} cannot be packed:\n${said}`);
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

if (import.meta.main) {
  const target = new URL("dist/loom.mcpb", ROOT).pathname;
  await packBundle(new URL("dist/loom-mcp", ROOT), target);
  console.log(target);
}
