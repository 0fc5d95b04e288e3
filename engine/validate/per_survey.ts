import type { Survey } from "./survey.ts";

/** Computes something once for each survey, for rules that look at the same thing. */
export function perSurvey<T extends object>(compute: (survey: Survey) => T): (survey: Survey) => T {
  const known = new WeakMap<Survey, T>();
  return (survey) => {
    let value = known.get(survey);
    if (!value) known.set(survey, value = compute(survey));
    return value;
  };
}
