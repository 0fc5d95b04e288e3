import type { AnyOp } from "./change/row.ts";
import type { Edit, EditCommand } from "./command.ts";
import { done, type Phrase, type Refusal, refused } from "./refusal.ts";
import { didYouMean } from "./suggest.ts";

/** Leaves a plan; {@linkcode planned} turns it into a result. */
class RefusedPlan extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** Ends the plan of an edit with a refusal. */
export function refuse(code: string, message: string, more: Omit<Refusal, "code" | "message"> = {}): never {
  throw new RefusedPlan({ code, message, ...more });
}

/** Ends the plan of an edit because it names something that does not exist. */
export function refuseUnknown(what: string, name: string, names: readonly string[], remedy: Phrase): never {
  refuse("unknown_name", `There is no ${what} ${JSON.stringify(name)}.${didYouMean(name, names)}`, {
    alternatives: names,
    remedy,
  });
}

/** Refuses a text that is no name of something new. */
export function checkName(what: string, name: string): void {
  if (name.trim() !== "" && name === name.trim() && !/\p{Cc}/u.test(name)) return;
  refuse("bad_name", `${JSON.stringify(name)} cannot name a new ${what}`, {
    remedy: "give a word without blanks around it and without line ends",
  });
}

/**
 * Refuses a place that a list does not have.
 *
 * @param last The last place.
 */
export function checkPlace(index: number | undefined, last: number, where: string): void {
  if (index === undefined || (index >= 0 && index <= last)) return;
  refuse("out_of_range", `There is no place ${index} ${where}`, {
    remedy: `give ${last <= 0 ? "0" : `0 to ${last}`}, or leave it out for the end`,
  });
}

/** Makes a command from its row and its plan, which refuses with {@linkcode refuse}. */
export function planned<Doc extends object, Op extends AnyOp, Arguments extends object>(
  row: Omit<EditCommand<Doc, Op, Arguments>, "run">,
  plan: (document: Doc, values: Arguments) => Edit<NoInfer<Op>>,
): EditCommand<Doc, Op, Arguments> {
  return {
    ...row,
    run(document, values) {
      try {
        return done(plan(document, values));
      } catch (error) {
        if (error instanceof RefusedPlan) return refused(error.refusal);
        throw error;
      }
    },
  };
}
