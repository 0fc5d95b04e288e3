import type { CommandSpec, Option } from "../command_spec.ts";

const NAME: Option & { readonly type: "text" } = {
  type: "text",
  value: "name",
  summary: "The container (default: loom)",
};

/** The row of `health`. */
export const HEALTH = {
  name: "health",
  group: "live",
  summary: "Ask a server of the loom whether it is well",
  details: [
    "It asks /health of a hub, of pages, or of both at one address. The exit code is 5 when nobody answers or the answer is another one: a container asks itself so.",
  ],
  arguments: [{
    name: "url",
    summary: "its address (default: LOOM_BRIDGE_URL, else http://127.0.0.1:4599)",
    optional: true,
  }],
  options: {},
  examples: [{ line: "health http://127.0.0.1:8080", does: "Ends with 0 when the server is well." }],
} as const satisfies CommandSpec;

/** The row of `docker up`. */
export const DOCKER_UP = {
  name: "docker up",
  group: "live",
  summary: "Run hub, pages and agent tools in a container: one port, one token, one folder",
  details: [
    "The port is open on this machine only. The token is made once and kept in .loom-token in the folder; pages ask for it, agents send it. The container has nothing of the host but the folder, and runs as you.",
    "Calling it again tells the address of a container that runs; one that has stopped, or that has another port, folder or image than asked for, is made anew. Docker has to run, and LOOM_IMAGE or --image names the image.",
  ],
  arguments: [],
  options: {
    port: { type: "integer", value: "n", summary: "The port (default: a free one from 4598 on)" },
    dir: {
      type: "text",
      value: "folder",
      letter: "d",
      summary: "The folder of documents (default: looms)",
      completes: "file",
    },
    image: { type: "text", value: "ref", summary: "The image (default: LOOM_IMAGE, else loom)" },
    container: NAME,
  },
  examples: [
    { line: "docker up", does: "Prints the address of the pages, that for agents, and the token." },
    {
      line: "docker up --port 8080 --dir machines --json",
      does: "The same as JSON, with settings for clients.",
    },
  ],
} as const satisfies CommandSpec;

/** The row of `docker down`. */
export const DOCKER_DOWN = {
  name: "docker down",
  group: "live",
  summary: "Stop the container and remove it; documents and token stay",
  arguments: [],
  options: { container: NAME },
  examples: [{ line: "docker down", does: "Stops it." }],
} as const satisfies CommandSpec;

/** The row of `docker status`. */
export const DOCKER_STATUS = {
  name: "docker status",
  group: "live",
  summary: "Tell whether the container runs and is well; the exit code is 5 when not",
  arguments: [],
  options: { container: NAME },
  examples: [{ line: "docker status --json", does: "Its address, its folder and its health." }],
} as const satisfies CommandSpec;

/** The row of `docker logs`. */
export const DOCKER_LOGS = {
  name: "docker logs",
  group: "live",
  summary: "Print the last lines that the container wrote",
  arguments: [],
  options: { container: NAME },
  examples: [{ line: "docker logs", does: "Prints up to a hundred lines." }],
} as const satisfies CommandSpec;
