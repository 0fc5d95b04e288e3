/**
 * Resources as agents have them: processes of `loom-mcp` over standard streams, and others that edit the same document.
 *
 * @module
 */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { DOOR, TempFolder } from "../cli/testing/loom.ts";
import { atOnce } from "../mcp/testing/client.ts";
import { closeStdio } from "../mcp/testing/close_stdio.ts";
import { Client, ResourceUpdatedNotificationSchema, StdioClientTransport } from "../mcp/testing/sdk.ts";

const ROOT = new URL("../", import.meta.url);
const CONFIG = fromFileUrl(new URL("deno.json", ROOT));

function programArgs(program: "mcp" | "cli"): string[] {
  return ["run", "-A", "--quiet", "--config", CONFIG, fromFileUrl(new URL(`${program}/main.ts`, ROOT))];
}

/** A process of `loom-mcp` over a document, and what it told of changes. */
class Agent implements AsyncDisposable {
  readonly client = new Client({ name: "test", version: "0.0.0" });
  readonly #transport: StdioClientTransport;
  #updated = Promise.withResolvers<string>();

  private constructor(transport: StdioClientTransport) {
    this.#transport = transport;
  }

  static async begin(path: string): Promise<Agent> {
    const transport = new StdioClientTransport({
      command: Deno.execPath(),
      args: programArgs("mcp"),
      env: { ...Deno.env.toObject(), LOOM_PROJECT_FILE: path },
      stderr: "ignore",
    });
    const agent = new Agent(transport);
    agent.client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => {
      agent.#updated.resolve(params.uri);
      agent.#updated = Promise.withResolvers();
    });
    await agent.client.connect(transport);
    return agent;
  }

  /** The address of the next resource that is told to have changed. */
  nextUpdate(): Promise<string> {
    return atOnce(this.#updated.promise);
  }

  async text(uri: string): Promise<string> {
    const { contents: [content] } = await this.client.readResource({ uri });
    return content !== undefined && "text" in content ? content.text : "";
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await closeStdio(this.client, this.#transport);
  }
}

Deno.test(
  "a subscriber hears of what another agent, the command and an editor do to its document",
  async () => {
    await using folder = await TempFolder.make();
    const path = await folder.write("door.smdf.json", { stateMachine: DOOR });
    await using ada = await Agent.begin(path);
    await using ben = await Agent.begin(path);
    const uri = "loom://definition";
    await ada.client.subscribeResource({ uri });

    const first = ada.nextUpdate();
    await ben.client.callTool({ name: "add_state", arguments: { name: "Locked" } });
    assertEquals(await first, uri);
    assertStringIncludes(await ada.text(uri), '"Locked"');

    const second = ada.nextUpdate();
    const args = [...programArgs("cli"), "--doc", path, "add-state", "Broken", "--quiet"];
    const { success } = await new Deno.Command(Deno.execPath(), { args, stdout: "null" }).output();
    assertEquals(success, true);
    assertEquals(await second, uri);
    assertStringIncludes(await ada.text("loom://state/Broken"), '"/state/states/3"');

    const third = ada.nextUpdate();
    await folder.write("door.smdf.json", { stateMachine: { ...DOOR, events: [] } });
    assertEquals(await third, uri);
    assertStringIncludes(await ada.text("loom://findings"), "V005");
  },
);
