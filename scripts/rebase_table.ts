import type { PlaceSpec, RebaseRow, TargetSpec } from "../protocol/machine/patch/rebase/table.ts";

/** One table of how every operation is rebased. */
export function rebaseTable(rows: Readonly<Record<string, RebaseRow>>): string {
  const lines = Object.entries(rows).map(([op, row]) => {
    const cells = [`\`${op}\``, references(row), shifts(row), refusals(op, row), winner(op, row)];
    return `| ${cells.join(" | ")} |`;
  });
  const head =
    "| operation | refers to | follows | refused, too, when meanwhile | when both touch the same |";
  return [head, "|---|---|---|---|---|", ...lines, ""].join("\n");
}

const ITEMS: Readonly<Record<string, string>> = {
  sources: "the event source",
  parameters: "the parameter",
  transitions: "the transition",
  hook: "the action",
};

const LISTS: Readonly<Record<string, string>> = {
  sources: "the event sources",
  events: "the events of",
  timers: "the timers of",
  parameters: "the parameters of",
  transitions: "the transitions of",
  hook: "the actions of",
  slot: "the children or regions of",
  states: "the children of",
};

function references({ verb, target, place }: RebaseRow): string {
  if (verb === "runtime") return "nothing that must exist";
  return [target && targetText(target), place && placeText(place)].filter((text) => text).join("; ");
}

function targetText(spec: TargetSpec): string {
  if (spec.kind === "item") {
    const owner = spec.owner === undefined
      ? ""
      : `\`${spec.owner}\`, ${spec.list === "hook" ? "`hook`, " : ""}`;
    return `${ITEMS[spec.list]} (${owner}\`index\`)`;
  }
  if (!("field" in spec)) return `the ${spec.kind}`;
  if (spec.kind === "declared") return `the event or timer \`${spec.field}\``;
  return spec.kind === "parallel"
    ? `the \`parallel\` of \`${spec.field}\``
    : `the ${spec.kind} \`${spec.field}\``;
}

function placeText({ list, owner, index }: PlaceSpec): string {
  const of = owner ? ` ${owner.map((field) => `\`${field}\``).join(", else ")}` : "";
  return `a place among ${LISTS[list]}${of}${index === undefined ? ", the end" : ` (\`${index}\`)`}`;
}

function shifts({ verb, target, place }: RebaseRow): string {
  const texts: string[] = [];
  const isNamed = (target && "field" in target) || (target && "owner" in target) ||
    (place?.owner && place.owner[0] !== "sourceIndex");
  if (verb === "runtime" || isNamed) texts.push("renames");
  if (target?.kind === "item" || place?.owner?.[0] === "sourceIndex") {
    texts.push("what was added, removed and moved before it");
  } else if (target && "field" in target && verb !== "runtime") {
    texts.push("moves");
  }
  if (place?.index !== undefined) texts.push("additions, removals and moves in the list (the place)");
  return texts.join("; ");
}

function refusals(op: string, { verb, target, place, payload }: RebaseRow): string {
  if (verb === "runtime") return "never";
  const texts: string[] = [];
  if (place) texts.push("the list was written whole");
  if (verb === "add" && (payload?.as === "event" || payload?.as === "timer")) texts.push("the id was taken");
  if (verb === "add" && payload?.as === "source") texts.push("an id in it was taken");
  if (verb === "add" && payload?.as === "state") texts.push("a name in it was taken");
  if (verb === "rename") texts.push("the new name was taken", "an update changed its name alone");
  if (verb === "move" && target?.kind === "state") texts.push("a move made one lie below the other");
  if (verb === "remove" && (target?.kind === "state" || op === "eventSource.remove")) {
    texts.push("something was moved into it");
  }
  if (verb === "update") texts.push(...wholeWrites(op, target));
  return texts.join("; ");
}

function wholeWrites(op: string, target: TargetSpec | undefined): string[] {
  if (op === "document.set") return ["anything changed"];
  if (op === "parallel.set") {
    return ["the `parallel`, a region or something below changed", "a name in it was taken"];
  }
  if (target?.kind === "document") {
    return ["it sets `settings`, `events` or `state`, and something in there changed"];
  }
  if (target?.kind === "state") {
    const lists = "`states`, `parallel`, `transitions`, `onEntry` or `onExit`";
    return [`it sets ${lists}, and something in there changed`, "it sets a name that was taken"];
  }
  if (target?.kind === "parallel") return ["it sets `states`, and a region changed"];
  if (target?.kind === "event") {
    return ["it sets `parameters`, and one changed", "it sets an id that was taken"];
  }
  if (target?.kind === "timer") return ["it sets an id that was taken"];
  if (op === "eventSource.update") {
    return ["it sets `events` or `timers`, and one changed", "an id in it was taken"];
  }
  return [];
}

function winner(op: string, { verb }: RebaseRow): string {
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
    case "runtime":
      return "both pass";
    case "update":
      return op === "action.update" ? "the later action stands" : "of one member, the later value stands";
  }
}
