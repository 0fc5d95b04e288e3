import type { DialectRow } from "./dialect.ts";

/** Words that are reserved in one of the dialects. */
const RESERVED: ReadonlySet<string> = new Set(
  ("abort action add after all alter analyse analyze and any array as asc asymmetric attach authorization " +
    "autoincrement before begin between bigint binary blob both break browse bulk by call cascade case cast change char " +
    "character check checkpoint close clustered coalesce collate collation column commit compute concurrently " +
    "condition conflict constraint contains continue convert create cross current current_catalog current_date " +
    "current_role current_schema current_time current_timestamp current_user cursor database databases date " +
    "day dbcc deallocate dec decimal declare default deferrable deferred delayed delete deny desc describe detach " +
    "disk distinct distributed div do double drop dump each else elseif enclosed end errlvl escape escaped except " +
    "exclusive exec execute exists exit explain external extract fail false fetch file fillfactor first float for " +
    "force foreign freetext freeze from full fulltext function generated get glob go grant group groups having " +
    "high_priority holdlock hour identity identity_insert identitycol if ignore ilike immediate in index indexed infile " +
    "initially inner inout insensitive insert instead int integer intersect interval into is isnull iterate join " +
    "key keys kill last lateral leading leave left like limit lineno lines linear load local localtime localtimestamp lock long " +
    "longblob longtext loop match materialized maxvalue merge minute mod modifies month national natural no nocheck nonclustered " +
    "not nothing notnull null nullif nulls numeric of off offset offsets on only open option optionally or order out outer " +
    "over overlaps overlay partition percent pivot placing plan position pragma precision primary print proc " +
    "procedure public purge query raise raiserror range rank read reads readtext real reconfigure recursive references regexp " +
    "reindex release rename repeat replace replication require resignal restore restrict return returning returns " +
    "revert revoke right rlike rollback row rowcount rowguidcol rows rule save savepoint schema schemas second " +
    "securityaudit select semantickeyphrasetable sensitive separator session_user set setuser show shutdown " +
    "signal similar smallint some spatial specific sql sqlexception sqlstate sqlwarning ssl starting statistics " +
    "stored straight_join substring symmetric system system_user table tablesample temp temporary terminated text textsize then ties time timestamp tinyblob " +
    "tinyint tinytext to top trailing tran transaction trigger trim true truncate try_convert tsequal " +
    "unbounded undo union unique unlock unpivot unsigned update updatetext usage use user using utc_date utc_time " +
    "utc_timestamp vacuum values varbinary varchar variadic varying verbose view virtual waitfor when where while " +
    "window with within without write writetext xor year year_month zerofill").split(" "),
);

/** A name, quoted where it has to be. */
export function quoteName(name: string, { quotes: [open, close] }: DialectRow): string {
  if (/^[a-z_][a-z0-9_]*$/.test(name) && !RESERVED.has(name)) return name;
  return open + name.replaceAll(close, close + close) + close;
}

/** A name that the database takes: one that is too long ends in a number that tells it from others. */
export function shortName(name: string, { longestName }: DialectRow): string {
  const size = new TextEncoder().encode(name).length;
  if (size <= longestName) return name;
  let hash = 0;
  for (const character of name) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0;
  let short = name;
  while (new TextEncoder().encode(short).length > longestName - 9) {
    short = Array.from(short).slice(0, -1).join("");
  }
  return `${short}_${hash.toString(16).padStart(8, "0")}`;
}

/** A text between quotes. */
export function quoteText(text: string, { textPrefix, title }: DialectRow): string {
  const escaped = title === "MySQL" ? text.replaceAll("\\", "\\\\") : text;
  return `${textPrefix}'${escaped.replaceAll("'", "''")}'`;
}
