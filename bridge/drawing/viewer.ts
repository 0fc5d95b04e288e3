/** The file viewer of a system. */
export interface Viewer {
  /** The places of its program; the first that is there is called. */
  readonly programs: readonly string[];
  /** The words before the path. */
  readonly args: readonly string[];
}

/**
 * File viewers, one row a system; systems that are not here are like Linux. No shell ever reads the path of the
 * file. The programs have whole paths: an executable that may call programs by name does not start without a `PATH`.
 */
const VIEWERS: Partial<Record<typeof Deno.build.os, Viewer>> = {
  darwin: { programs: ["/usr/bin/open"], args: [] },
  // What "start" does, which is a word of the shell and no program.
  windows: { programs: ["C:\\Windows\\System32\\rundll32.exe"], args: ["url.dll,FileProtocolHandler"] },
};
const FREEDESKTOP: Viewer = {
  programs: ["/usr/bin/xdg-open", "/usr/local/bin/xdg-open", "/run/current-system/sw/bin/xdg-open"],
  args: [],
};

/**
 * The command that opens a file in the person's viewer.
 *
 * @param path The file, absolute, so that it is no option.
 * @param os The system; default: this one.
 */
export function viewerOf(path: string, os: typeof Deno.build.os = Deno.build.os): Viewer {
  const { programs, args } = VIEWERS[os] ?? FREEDESKTOP;
  return { programs, args: [...args, path] };
}

/**
 * Shows a file to the person at this machine, in the viewer of its system, which goes on by itself.
 *
 * @param path The file, absolute.
 * @throws {Deno.errors.NotFound} When the system has no viewer.
 */
export function showFile(path: string): void {
  const { programs, args } = viewerOf(path);
  if (!programs.some((program) => spawned(program, args))) {
    throw new Deno.errors.NotFound(`There is no ${programs.join(", nor ")}`);
  }
}

/** Starts a program that goes on by itself; tells whether it is there. */
function spawned(program: string, args: readonly string[]): boolean {
  const options: Deno.CommandOptions = { stdin: "null", stdout: "null", stderr: "null", detached: true };
  try {
    new Deno.Command(program, { ...options, args: [...args] }).spawn().unref();
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
