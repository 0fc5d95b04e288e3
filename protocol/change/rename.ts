import { setMember } from "../json/clone.ts";
import { isObject } from "../json/value.ts";
import { DOCUMENT, type MemberModel, type Members, type Structure } from "./model.ts";

/** A name that becomes another one. */
export interface Renaming {
  /** The space of the name. */
  readonly space: string;
  /** The name before. */
  readonly from: string;
  /** The name after. */
  readonly to: string;
}

/** Maps a value to its new value; the same value where nothing changes. */
type Rewrite = (value: unknown) => unknown;

/** Rewrites references in a document or in a part of one. */
export interface References {
  /** A document with the references renamed; declarations too, where a rename changes all of them. */
  document(top: Members): Members;
  /** A part, or some members of one. */
  part(part: string, value: unknown): unknown;
}

/** Renames a name wherever it is referred to, and the name that is derived from it. */
export function rename(structure: Structure, { space, from, to }: Renaming): References {
  const { spaces } = structure.model;
  const derived = spaces[space]?.derived;
  const names = new Map([[space, {
    from,
    to,
    declaring: spaces[space]?.renamesAll ? structure.partsIn(space) : [],
  }]]);
  if (derived) {
    const other = structure.spaceOf(derived.part);
    names.set(other, { from: derived.of(from), to: derived.of(to), declaring: [derived.part] });
  }
  const inText = spaces[space]?.inText;
  const text: Rewrite = (value) => typeof value === "string" && inText ? inText(value, from, to) : value;
  const name = (space: string): Rewrite => (value) =>
    value === names.get(space)?.from ? names.get(space)?.to : value;
  const rewrites = new Map<string, Rewrite>();

  function rewriteOf(part: string): Rewrite {
    const known = rewrites.get(part);
    if (known) return known;
    let rewrite: Rewrite = (value) => value;
    // Parts may contain themselves: what is below calls the finished rewrite.
    rewrites.set(part, (value) => rewrite(value));
    const { members = {}, key, isText } = structure.part(part);
    const table = new Map(
      Object.entries(members).map(([member, model]) => [member, ofMember(model)] as const),
    );
    if (key && names.get(key.space)?.declaring.includes(part)) table.set(key.member, name(key.space));
    const inMembers = membersRewrite(table);
    rewrite = isText ? (value) => typeof value === "string" ? text(value) : inMembers(value) : inMembers;
    return rewrite;
  }

  function ofMember(model: MemberModel): Rewrite {
    switch (model.is) {
      case "list":
      case "parts":
        return itemsRewrite(rewriteOf(model.of));
      case "part":
        return rewriteOf(model.of);
      case "name":
        return name(model.space);
      case "text":
        return text;
    }
  }

  return {
    document: (top) => rewriteOf(DOCUMENT)(top) as Members,
    part: (part, value) => rewriteOf(part)(value),
  };
}

/** Collects the names of a space that a document refers to. */
export function referredNames(structure: Structure, top: Members, into: Map<string, Set<unknown>>): void {
  const waiting: [string, unknown][] = [[DOCUMENT, top]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [part, value] = next;
    if (!isObject(value)) continue;
    for (const [key, model] of Object.entries(structure.part(part).members ?? {})) {
      const member = value[key];
      if (model.is === "name") {
        const names = into.get(model.space) ?? new Set();
        into.set(model.space, names.add(member));
      } else if (model.is === "part") waiting.push([model.of, member]);
      else if ((model.is === "list" || model.is === "parts") && Array.isArray(member)) {
        for (const item of member) waiting.push([model.of, item]);
      }
    }
  }
}

/** Rewrites some members of an object, in a copy of it when one changes. */
function membersRewrite(table: ReadonlyMap<string, Rewrite>): Rewrite {
  return (value) => {
    if (!isObject(value)) return value;
    let copy: Members | undefined;
    for (const key of Object.keys(value)) {
      const rewrite = table.get(key);
      if (rewrite === undefined) continue;
      const before = value[key];
      const after = rewrite(before);
      if (after !== before) setMember(copy ??= { ...value }, key, after);
    }
    return copy ?? value;
  };
}

/** Rewrites the items of a list, in a copy of it when one changes. */
function itemsRewrite(rewrite: Rewrite): Rewrite {
  return (list) => {
    if (!Array.isArray(list)) return list;
    let copy: unknown[] | undefined;
    for (let index = 0; index < list.length; index++) {
      const before: unknown = list[index];
      const after = rewrite(before);
      if (after !== before) (copy ??= list.slice())[index] = after;
    }
    return copy ?? list;
  };
}
