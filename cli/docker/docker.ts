import { LoomError } from "@loom/protocol";
import type { Io, ProgramResult } from "../io.ts";

/** The reason why nothing can be done in containers. */
export class DockerError extends LoomError {
  /** The stable code. */
  declare readonly code: "docker_missing" | "docker_stopped" | "docker_failed";

  /** Makes the error from its sentence. */
  constructor(code: DockerError["code"], message: string) {
    super(code, message);
    this.name = "DockerError";
  }
}

/**
 * The places of Docker's program, one row a system; systems that are not here are like Linux. The programs have whole
 * paths: an executable that may call programs by name does not start without a `PATH`.
 */
const PROGRAMS: Partial<Record<typeof Deno.build.os, readonly string[]>> = {
  darwin: [
    "/usr/local/bin/docker",
    "/opt/homebrew/bin/docker",
    "/Applications/Docker.app/Contents/Resources/bin/docker",
  ],
  windows: ["C:\\Program Files\\Docker\\Docker\\resources\\bin\\docker.exe"],
};
const LINUX = ["/usr/bin/docker", "/usr/local/bin/docker", "/snap/bin/docker"];

/** The places of Docker's program. */
export function dockerPrograms(os: typeof Deno.build.os = Deno.build.os): readonly string[] {
  return PROGRAMS[os] ?? LINUX;
}

/** Calls of Docker. */
export type Docker = (
  args: readonly string[],
  env?: Readonly<Record<string, string>>,
) => Promise<ProgramResult>;

/**
 * Finds Docker, and asks whether it runs.
 *
 * @throws {DockerError} `docker_missing`, `docker_stopped`
 */
export async function findDocker({ run }: Io): Promise<Docker> {
  for (const program of dockerPrograms()) {
    const docker: Docker = async (args, env) => await run?.(program, args, env) ?? NOT_THERE;
    const { code, stderr } = await docker(["version", "--format", "{{.Server.Version}}"]);
    if (code === NOT_THERE.code) continue;
    if (code === 0) return docker;
    throw new DockerError(
      "docker_stopped",
      `Docker is installed (${program}) and does not run: start it, then try again. It says: ${
        lastLine(stderr)
      }`,
    );
  }
  throw new DockerError(
    "docker_missing",
    `Docker is not installed: there is no ${
      dockerPrograms().join(", nor ")
    }. Install it, or do without: loom serve --mcp --port 8080 --token-file <file>.`,
  );
}

/** Stands for a program that is not there; no program ends with such a code. */
const NOT_THERE: ProgramResult = { code: -1, stdout: "", stderr: "" };

/**
 * Calls Docker, which has to succeed.
 *
 * @param what What it does, as in `make the container`.
 * @throws {DockerError} `docker_failed`
 */
export async function mustDocker(docker: Docker, what: string, ...call: Parameters<Docker>): Promise<string> {
  const { code, stdout, stderr } = await docker(...call);
  if (code === 0) return stdout;
  throw new DockerError("docker_failed", `Docker did not ${what}: ${lastLine(stderr)}`);
}

function lastLine(text: string): string {
  return text.trim().split("\n").at(-1)?.trim() || "nothing";
}
