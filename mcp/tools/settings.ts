import { MACHINE_KIND, type ObjectRef, objectsIn } from "@loom/protocol";
import { z } from "zod";
import { defineTool, ToolError } from "../tool.ts";
import { DRY_RUN, EDIT_OUTPUT, editAnswer } from "./edit_answer.ts";

/** Declares a host object. */
export const ADD_OBJECT = defineTool({
  name: "add_object",
  title: "Add object",
  description: "Declares a host object that guards and actions may call.",
  toolset: "machine",
  kind: MACHINE_KIND.kind,
  effect: "add",
  input: { instance: z.string(), class: z.string(), ...DRY_RUN },
  output: EDIT_OUTPUT,
  run(values, call) {
    const { instance, class: type } = values;
    if (instance.trim() === "" || type.trim() === "") {
      throw new ToolError(
        "bad_parameter",
        "instance and class must not be blank: give the object's name and its type.",
      );
    }
    let machineName = "";
    return editAnswer(call, values, (machine) => {
      const objects = objectsIn<ObjectRef>(machine.settings?.objects);
      machineName = machine.settings?.name ?? "";
      const taken = objects.find((object) => object.instance === instance);
      if (taken !== undefined) {
        throw new ToolError(
          "duplicate",
          `There is an object "${instance}" already (${taken.class}): give another instance, or change it with apply_patch.`,
        );
      }
      const added: ObjectRef[] = [...objects, { instance, class: type }];
      return [{ op: "settings.update", patch: { objects: added } }];
    }, () => `Added object "${instance}" (${type}) to "${machineName}".`);
  },
});

/** The tools that change settings. */
export const SETTINGS_TOOLS = [ADD_OBJECT] as const;
