import { didYouMean, nearest } from "@loom/protocol";

const EVENT = /^[\p{L}_][\p{L}\p{N}_.-]*$/u;
const NAME = /^[\p{L}_][\p{L}\p{N}_. -]*$/u;

/**
 * The reason why a name cannot be added as it is: it is no name, or it is nearly one that exists.
 *
 * @param noun The kind of name, such as `event`.
 */
export function objectionTo(noun: string, name: string, existing: Iterable<string>): string | undefined {
  const fits = noun === "event" ? EVENT : NAME;
  if (name !== name.trim() || !fits.test(name)) {
    return `${JSON.stringify(name)} is no name for an ${noun}: use letters, digits and _`.replace(
      "an state",
      "a state",
    );
  }
  // One edit apart, or upper and lower case only.
  const names = [...existing];
  const near = nearest(name, names, 1);
  return near === undefined || name.length < 4
    ? undefined
    : `there is no ${noun} ${JSON.stringify(name)}.${
      didYouMean(name, [near])
    } Correct it, or add the ${noun} yourself`;
}

/** The name of the event source for a sender: `<Sender>Events`, of letters and digits in any script. */
export function sourceNameOf(sender: string): string {
  return `${capitalized(sender) || "Scenario"}Events`;
}

/** A sender's name as one word that begins with a capital letter. */
export function capitalized(sender: string): string {
  return sender.split(/[^\p{L}\p{N}]+/u)
    .map((word, index) => index === 0 ? word.replace(/^[^\p{L}]+/u, "") : word)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join("");
}
