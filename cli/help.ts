import {
  type CommandFamily,
  type CommandGroup,
  type CommandSpec,
  flagOf,
  type Option,
  type Options,
  usesHub,
} from "./command_spec.ts";
import { displayWidth } from "@loom/protocol/words";
import { usageOf } from "./command_line.ts";
import { GLOBAL_OPTIONS, HUB_OPTIONS } from "./global_options.ts";
import type { Paint } from "./paint.ts";
import { wrapWords } from "@loom/protocol/words";
import { VERSION } from "./version.ts";

/** The groups of commands, in the order of the help. */
export const COMMAND_GROUPS: readonly { readonly group: CommandGroup; readonly title: string }[] = [
  { group: "read", title: "Look, check, run, draw" },
  { group: "whole", title: "Make and change whole documents" },
  { group: "states", title: "States" },
  { group: "transitions", title: "Transitions and actions" },
  { group: "events", title: "Events, sources and timers" },
  { group: "kinds", title: "Other kinds of documents" },
  { group: "live", title: "Work together" },
  { group: "narrative", title: "The story of a repository" },
  { group: "agents", title: "Agents and editors" },
  { group: "shell", title: "The command itself" },
];

/** The heading of the options about the hub. */
export const HUB_TITLE = "Options of commands that talk to a hub";

const NARROWEST = 40;
const WIDEST = 100;

/** Inputs of a help text. */
export interface HelpOptions {
  /** Its colours. */
  readonly paint: Paint;
  /** The columns of the terminal. Default: 80. */
  readonly width?: number | undefined;
}

/** The help of the program: all commands by group, and the options that all of them take. */
export function programHelp(commands: readonly CommandSpec[], { paint, width }: HelpOptions): string {
  const sections = COMMAND_GROUPS.map(({ group, title }) => ({
    title,
    rows: commands.filter((command) => command.group === group).map((command) =>
      [command.name, command.summary] as const
    ),
  }));
  sections.push(
    { title: "Options of every command", rows: optionRows(GLOBAL_OPTIONS) },
    { title: HUB_TITLE, rows: optionRows(HUB_OPTIONS) },
  );
  const left = Math.max(...sections.flatMap(({ rows }) => rows.map(([cell]) => cell.length)));
  const lines = [
    `${paint.strong("loom")} ${VERSION}: hierarchical state machines from one declarative file`,
    "",
    "loom [options] <command> [arguments]",
  ];
  for (const { title, rows } of sections.filter(({ rows }) => rows.length > 0)) {
    lines.push("", paint.strong(title), ...twoColumns(rows, { paint, width, left }));
  }
  lines.push("", `"loom help <command>" tells more about a command.`);
  return lines.join("\n");
}

/** The help of the commands whose names begin with the same word. */
export function familyHelp({ word, members }: CommandFamily, { paint, width }: HelpOptions): string {
  const rows = members.map(({ name, summary }) => [name, summary] as const);
  const left = Math.max(...rows.map(([cell]) => cell.length));
  const title = COMMAND_GROUPS.find(({ group }) => group === members[0]?.group)?.title;
  return [
    `${paint.strong(`loom ${word} <command>`)} [options]`,
    ...(title === undefined ? [] : ["", paint.strong(title)]),
    ...twoColumns(rows, { paint, width, left }),
    "",
    `"loom help ${word} <command>" tells more about a command.`,
  ].join("\n");
}

/** The help of one command: what it does, its words, its options, and lines to learn from. */
export function commandHelp(command: CommandSpec, { paint, width }: HelpOptions): string {
  const columns = within(width);
  const lines = [
    `${paint.strong(usageOf(command))} [options]`,
    "",
    ...wrapWords(`${command.summary}.`, columns),
  ];
  for (const paragraph of command.details ?? []) lines.push("", ...wrapWords(paragraph, columns));
  const sections = [
    { title: "Words", rows: command.arguments.map((one) => [`<${one.name}>`, argumentText(one)] as const) },
    { title: "Options", rows: optionRows(command.options) },
    { title: "Options about the hub", rows: usesHub(command) ? optionRows(HUB_OPTIONS) : [] },
    { title: "Options of every command", rows: optionRows(GLOBAL_OPTIONS) },
  ];
  const left = Math.max(...sections.flatMap(({ rows }) => rows.map(([cell]) => cell.length)));
  for (const { title, rows } of sections.filter(({ rows }) => rows.length > 0)) {
    lines.push("", paint.strong(title), ...twoColumns(rows, { paint, width, left }));
  }
  if (command.examples.length > 0) lines.push("", paint.strong("Examples"));
  for (const { line, does } of command.examples) {
    lines.push(
      `  ${paint.live(`loom ${line}`)}`,
      ...wrapWords(does, columns - 4).map((part) => `    ${part}`),
    );
  }
  return lines.join("\n");
}

/** The usage of an option with its placeholder: `--index <n>`. */
export function optionUsage(name: string, option: Option): string {
  const letter = option.letter === undefined ? "" : `-${option.letter}, `;
  const value = option.type === "flag" ? "" : ` <${option.value ?? "value"}>`;
  return letter + flagOf(name) + value;
}

/** The description of an option, with its choices and its default. */
export function optionText(option: Option): string {
  const words = option.choices ?? option.suggestions;
  const choices = words === undefined ? "" : ` (${words.map((word) => word || '""').join(", ")})`;
  const many = option.many ? "; may be given several times" : "";
  const fallback = option.default === undefined ? "" : `; default: ${option.default}`;
  return option.summary + choices + many + fallback;
}

/** The description of an argument, with its choices. */
export function argumentText(argument: CommandSpec["arguments"][number]): string {
  const words = argument.choices ?? argument.suggestions;
  const choices = words === undefined ? "" : ` (${words.map((word) => word || '""').join(", ")})`;
  return argument.summary + choices;
}

function optionRows(options: Options): (readonly [string, string])[] {
  return Object.entries(options).map(([name, option]) => [optionUsage(name, option), optionText(option)]);
}

function twoColumns(
  rows: readonly (readonly [string, string])[],
  { paint, width, left }: HelpOptions & { readonly left: number },
): string[] {
  const room = Math.max(within(width) - left - 4, NARROWEST / 2);
  return rows.flatMap(([cell, text]) => {
    const [first = "", ...others] = wrapWords(text, room);
    const padding = " ".repeat(Math.max(left - displayWidth(cell), 0));
    return [
      `  ${paint.live(cell)}${padding}  ${first}`,
      ...others.map((line) => " ".repeat(left + 4) + line),
    ];
  });
}

function within(width: number | undefined): number {
  return Math.min(Math.max(width ?? 80, NARROWEST), WIDEST);
}
