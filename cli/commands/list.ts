import {
  didYouMean,
  type KindName,
  MACHINE_KIND,
  oneLine,
  pluralOf,
  type StateMachineDefinition,
} from "@loom/protocol";
import type { Run } from "../command.ts";
import type { Context } from "../context.ts";
import { EXIT } from "../exit_code.ts";
import { documentOf, loadDocument, type LoadedDocument } from "../load_document.ts";
import { choicesText } from "../read_words.ts";
import type { LIST } from "../table/read.ts";
import { textColumns } from "../text_columns.ts";
import { UsageError } from "../usage_error.ts";
import { type Item, type Listing, MACHINE_LISTS } from "./machine_lists.ts";

type Lists = Readonly<Record<string, (context: Context) => Listing>>;

/** Kinds with lists of their own. */
const LISTS: Readonly<Record<KindName, (document: LoadedDocument) => Lists>> = {
  [MACHINE_KIND.kind]: ({ definition }) =>
    Object.fromEntries(
      Object.entries(MACHINE_LISTS).map(([what, list]) => [
        what,
        (context) => list(definition as StateMachineDefinition, context),
      ]),
    ),
};

/** Lists the elements of one type that a document has. */
export const list: Run<typeof LIST> = async (context, values) => {
  const document = await loadDocument(context, documentOf(context, values.doc));
  const lists = (LISTS[document.row.kind] ?? elementLists)(document);
  const { what } = values;
  const listing = new Map(Object.entries(lists)).get(what)?.(context);
  if (listing === undefined) throw unknownList(what, Object.keys(lists));
  const { items, rows, paints } = listing;
  if (context.json) context.printJson(withPlaces(items, document));
  else context.print(textColumns(rows, { width: context.io.stdout.columns, paints }));
  return EXIT.done;
};

/** The elements of a document by type, each type under its plural. */
function elementLists({ content, definition }: LoadedDocument): Lists {
  const elements = content.elements(definition);
  const types = [...new Set(elements.map(({ type }) => type))];
  return Object.fromEntries(types.map((type) => [pluralOf(type), ({ paint }: Context): Listing => {
    const items = elements.filter((element) => element.type === type);
    return {
      items,
      rows: items.map(({ name, path }) => [oneLine(name), path]),
      paints: [undefined, paint.faint],
    };
  }]));
}

function unknownList(what: string, names: readonly string[]): UsageError {
  if (names.length === 0) return new UsageError(`There is nothing to list: the document has no elements.`);
  return new UsageError(
    `<what> cannot be "${what}": choose ${choicesText(names)}.${didYouMean(what, names)}`,
  );
}

function withPlaces(items: readonly Item[], document: LoadedDocument): unknown[] {
  const places = document.places(items.map((item) => item.path));
  return items.map((item) => ({ ...item, ...places.get(item.path) }));
}
