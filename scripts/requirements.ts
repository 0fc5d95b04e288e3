/**
 * Programs of the host that some tests need.
 *
 * @module
 */
import { ROOT, underCi } from "./repository.ts";

/** A program that tests need; they look for it themselves and are skipped without it. */
export interface Requirement {
  readonly name: string;
  /** The tests that need it, as a path in the repository; nothing is fetched for tests that do not exist. */
  readonly usedBy: string;
  /** Names of the program; the first one on the PATH serves. */
  readonly commands: readonly string[];
  /** Arguments that tell a version that is recent enough: the program must end well on them. */
  readonly probe?: readonly string[];
  /** The required version, in words, as in `3.10 or newer`. */
  readonly version?: string;
  /** Debian packages that bring it. */
  readonly packages: readonly string[];
}

/** Arguments on which a Python that is recent enough ends well. */
export const PYTHON_PROBE: readonly string[] = ["-c", "import sys; sys.exit(sys.version_info < (3, 10))"];

/** The programs, one row each. */
export const REQUIREMENTS: readonly Requirement[] = [
  {
    name: "a browser",
    usedBy: "tests/browser",
    commands: ["chromium-headless-shell", "chromium", "google-chrome"],
    packages: ["chromium-headless-shell"],
  },
  { name: "Redis", usedBy: "tests/redis", commands: ["redis-server"], packages: ["redis-server"] },
  {
    name: "Python",
    usedBy: "tests/python_test.ts",
    commands: ["python3"],
    probe: PYTHON_PROBE,
    version: "3.10 or newer",
    packages: ["python3"],
  },
  {
    name: "PostgreSQL",
    usedBy: "tests/databases",
    commands: ["pg_ctlcluster", "initdb"],
    packages: ["postgresql"],
  },
  {
    name: "a builder of images",
    usedBy: "tests/container.ts",
    commands: ["buildah"],
    packages: ["buildah", "mmdebstrap"],
  },
  {
    name: "MariaDB",
    usedBy: "tests/databases",
    commands: ["mariadbd"],
    packages: ["mariadb-server-core", "mariadb-client-core"],
  },
];

/** The effects of {@linkcode obtainRequirements} on the host; tests pass their own. */
export interface Host {
  /** Tells whether a path of the repository exists. */
  readonly exists: (path: string) => boolean;
  /** Tells whether a program is on the PATH and, where there is a probe, ends well on it. */
  readonly has: (command: string, probe?: readonly string[]) => boolean;
  /** Installs Debian packages; `undefined` where nothing may be installed. */
  readonly install: ((packages: readonly string[]) => Promise<boolean>) | undefined;
}

/**
 * Gets what is missing where it may be installed, and says in one line what stays missing.
 *
 * @returns a line for each program that some tests will do without
 */
export async function obtainRequirements(
  requirements: readonly Requirement[] = REQUIREMENTS,
  host: Host = thisHost(),
): Promise<string[]> {
  const isThere = ({ commands, probe }: Requirement) => commands.some((command) => host.has(command, probe));
  const missing = requirements.filter((row) => host.exists(row.usedBy) && !isThere(row));
  if (missing.length === 0) return [];
  if (host.install !== undefined) await host.install(missing.flatMap((row) => row.packages));
  return missing
    .filter((row) => !isThere(row))
    .map((row) => `${row.usedBy} will be skipped: ${nameOf(row)} is not installed.`);
}

function nameOf({ name, version, commands }: Requirement): string {
  return `${version === undefined ? name : `${name} ${version}`} (${commands.join(" or ")})`;
}

function thisHost(): Host {
  return {
    exists: (path) => isPresent(new URL(path, ROOT)),
    has: (command, probe) =>
      searchPath().some((folder) => isPresent(`${folder}/${command}`)) &&
      (!probe || endsWell(command, probe)),
    install: underCi() ? aptInstall : undefined,
  };
}

function searchPath(): string[] {
  return (Deno.env.get("PATH") ?? "").split(Deno.build.os === "windows" ? ";" : ":").filter((part) =>
    part !== ""
  );
}

function endsWell(command: string, args: readonly string[]): boolean {
  try {
    return new Deno.Command(command, { args: [...args], stdout: "null", stderr: "null" }).outputSync()
      .success;
  } catch {
    return false;
  }
}

function isPresent(path: string | URL): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}

async function aptInstall(packages: readonly string[]): Promise<boolean> {
  const apt = async (...args: string[]) => {
    const command = new Deno.Command("apt-get", {
      args: ["-qq", ...args],
      env: { DEBIAN_FRONTEND: "noninteractive" },
    });
    return await command.output().then((output) => output.success, () => false);
  };
  return await apt("update") && await apt("install", "-y", "--no-install-recommends", ...packages);
}
