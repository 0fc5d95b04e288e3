import type { Middleware } from "./handler.ts";

/**
 * Answers requests whose handler throws.
 *
 * @param answer Renders what was thrown. An error's own words may hold secrets or documents: they belong in a log.
 */
export function catchErrors<Context>(
  answer: (error: unknown, context: Context) => Response,
): Middleware<Context> {
  return async (context, next) => {
    try {
      return await next();
    } catch (error) {
      return answer(error, context);
    }
  };
}
