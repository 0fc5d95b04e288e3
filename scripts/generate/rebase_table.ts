import type { OpRow, PlaceSpec, TargetSpec } from "../../protocol/change/row.ts";
import { code, markdownTable } from "./markdown.ts";

/** One table of how every operation is rebased. */
export function rebaseTable(rows: readonly OpRow[]): string {
  const head = [
    "operation",
    "refers to",
    "follows",
    "refused, too, when meanwhile",
    "when both touch the same",
  ];
  return markdownTable(
    head,
    rows.map((
      row,
    ) => [code(row.op), references(row), shifts(row), refusals(row.op, row), winner(row.op, row)]),
  );
}

const ITEMS: Readonly<Record<string, string>> = {
  sources: "the event source",
  parameters: "the parameter",
  transitions: "the transition",
  "onEntry, onExit": "the action",
};

const LISTS: Readonly<Record<string, string>> = {
  sources: "the event sources",
  data: "the declared data",
  events: "the events of",
  timers: "the timers of",
  parameters: "the parameters of",
  transitions: "the transitions of",
  "onEntry, onExit": "the actions of",
  "states, regions": "the children or regions of",
  states: "the children of",
};

function references({ verb, target, place }: OpRow): string {
  if (verb === "report") return "nothing that must exist";
  return [target && targetText(target), place && placeText(place)].filter((text) => text).join("; ");
}

function targetText(spec: TargetSpec): string {
  if (spec.by === "index") {
    const choice = typeof spec.list === "string" ? "" : `\`${spec.list.field}\`, `;
    const owner = spec.owner === undefined ? "" : `\`${spec.owner}\`, ${choice}`;
    return `${ITEMS[listWords(spec.list)]} (${owner}\`index\`)`;
  }
  if (spec.by === "part") {
    return spec.field === undefined ? `the ${spec.of}` : `the \`${spec.of}\` of \`${spec.field}\``;
  }
  return spec.of === "id" ? `the event or timer \`${spec.field}\`` : `the ${spec.of} \`${spec.field}\``;
}

function listWords(list: PlaceSpec["list"]): string {
  return typeof list === "string" ? list : Object.values(list.lists).join(", ");
}

function placeText({ list, owner, index }: PlaceSpec): string {
  const of = owner ? ` ${owner.map((field) => `\`${field}\``).join(", else ")}` : "";
  return `a place among ${LISTS[listWords(list)]}${of}${
    index === undefined ? ", the end" : ` (\`${index}\`)`
  }`;
}

function shifts({ verb, target, place }: OpRow): string {
  const texts: string[] = [];
  const isNamed = named(target) || (target?.by === "index" && target.owner !== undefined) ||
    (place?.owner && place.owner[0] !== "sourceIndex");
  if (verb === "report" || isNamed) texts.push("renames");
  if (target?.by === "index" || place?.owner?.[0] === "sourceIndex") {
    texts.push("what was added, removed and moved before it");
  } else if (named(target)) {
    texts.push("moves");
  }
  if (place?.index !== undefined) texts.push("additions, removals and moves in the list (the place)");
  return texts.join("; ");
}

function named(target: TargetSpec | undefined): boolean {
  return target?.by === "name" || (target?.by === "part" && target.field !== undefined);
}

/** The part that an operation is about. */
function partOf(target: TargetSpec | undefined): string {
  return target === undefined || target.by === "index" ? "" : target.of;
}

function refusals(op: string, { verb, target, place, payload }: OpRow): string {
  if (verb === "report") return "never";
  const texts: string[] = [];
  if (place) texts.push("the list was written whole");
  if (verb === "add" && (payload?.as === "event" || payload?.as === "timer")) texts.push("the id was taken");
  if (verb === "add" && payload?.as === "source") texts.push("an id in it was taken");
  if (verb === "add" && payload?.as === "state") texts.push("a name in it was taken");
  if (verb === "rename") texts.push("the new name was taken", "an update changed its name alone");
  if (verb === "move" && partOf(target) === "state") texts.push("a move made one lie below the other");
  if (verb === "remove" && (partOf(target) === "state" || op === "eventSource.remove")) {
    texts.push("something was moved into it");
  }
  if (verb === "update" || verb === "set") texts.push(...wholeWrites(op, target));
  return texts.join("; ");
}

function wholeWrites(op: string, target: TargetSpec | undefined): string[] {
  if (op === "document.set") return ["anything changed"];
  if (op === "parallel.set") {
    return ["the `parallel`, a region or something below changed", "a name in it was taken"];
  }
  if (partOf(target) === "document") {
    return ["it sets `settings`, `events` or `state`, and something in there changed"];
  }
  if (partOf(target) === "settings") return ["it sets `data`, and some of it changed"];
  if (partOf(target) === "data") return ["it sets a name that was taken"];
  if (partOf(target) === "state") {
    const lists = "`states`, `parallel`, `transitions`, `onEntry` or `onExit`";
    return [`it sets ${lists}, and something in there changed`, "it sets a name that was taken"];
  }
  if (partOf(target) === "parallel") return ["it sets `states`, and a region changed"];
  if (partOf(target) === "event") {
    return ["it sets `parameters`, and one changed", "it sets an id that was taken"];
  }
  if (partOf(target) === "timer") return ["it sets an id that was taken"];
  if (op === "eventSource.update") {
    return ["it sets `events` or `timers`, and one changed", "an id in it was taken"];
  }
  return [];
}

function winner(op: string, { verb }: OpRow): string {
  if (op === "document.set" || op === "parallel.set") return "it is refused";
  switch (verb) {
    case "add":
      return "at one place, what came first stands first";
    case "move":
      return "the later place counts";
    case "rename":
      return "the later name counts";
    case "remove":
      return "removal wins over changes to it and in it; a second removal is dropped";
    case "report":
      return "both pass";
    case "set":
    case "update":
      return op === "action.update" ? "the later action stands" : "of one member, the later value stands";
  }
}
