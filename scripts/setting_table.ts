import type { Setting } from "@loom/bridge/server";

/** A table of settings for a reference page. */
export function settingTable(settings: readonly Setting[]): string {
  const rows = settings.map(({ variable, standard, meaning }) =>
    row(`\`${variable}\``, standard === "" ? "" : `\`${standard}\``, meaning)
  );
  return [row("variable", "default", "meaning"), "|---|---|---|", ...rows, ""].join("\n");
}

function row(...cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}
