import { useEffect, useState } from "preact/hooks";

/**
 * A value that what is large or out of sight follows after the frame in which the board shows it.
 *
 * @param isAtOnce True while somebody works there.
 * @param first The value of the first frame.
 */
export function useAfterFrame<Value extends object>(
  value: Value,
  isAtOnce: boolean = false,
  first: Value = value,
): Value {
  const [seen, setSeen] = useState(first);
  useEffect(() => setSeen(value), [value]);
  return isAtOnce ? value : seen;
}
