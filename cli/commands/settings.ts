import type { Run } from "../command.ts";
import { fieldChanges } from "../fields.ts";
import { mutate } from "../mutate.ts";
import type { UPDATE_SETTINGS } from "../table/whole.ts";

/** Changes the settings of a machine. */
export const updateSettings: Run<typeof UPDATE_SETTINGS> = (context, values) => {
  const changes = fieldChanges("Settings", values);
  return mutate(context, values, () => [{ op: "settings.update", ...changes }]);
};
