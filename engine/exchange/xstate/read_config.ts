import {
  isObject,
  locate,
  LoomError,
  parseJsonText,
  type StateMachineDefinition,
  type TextDocument,
  toPointer,
} from "@loom/protocol";
import { readConfig } from "./read_machine.ts";

/**
 * Reads a machine from the JSON configuration of a machine of XState 5. Guards and actions become calls of functions of
 * their names, the context becomes declared data; what cannot be taken over is listed.
 *
 * @param name The machine's name where the configuration has no id.
 * @throws {LoomError} `xstate_config` when it is no configuration, `too_deep` when states nest deeper than 200 levels.
 *
 * @example
 * ```ts
 * import { readXStateConfig } from "@loom/engine";
 * import { assertEquals } from "@std/assert";
 * const config = { id: "lamp", initial: "off", states: { off: { on: { press: "on" } }, on: { after: { 500: "off" } } } };
 * const { state } = readXStateConfig(JSON.stringify(config)).definition;
 * assertEquals(state.states?.[1]?.transitions, [{ after: 500, nextState: "off" }]);
 * ```
 */
export function readXStateConfig(text: string, name?: string): TextDocument<StateMachineDefinition> {
  const config = parseJsonText(text);
  if (!isObject(config) || !isObject(config["states"])) {
    throw new LoomError(
      "xstate_config",
      'This is no machine of XState: give a JSON object with "states" by key.',
    );
  }
  return readConfig({
    config,
    name,
    isOld: false,
    parts: { guards: {}, actions: {}, delays: {}, actors: {} },
    payloadOf: () => new Set(),
    locate(keys) {
      const path = [...keys];
      let place = locate(text, toPointer(path));
      for (; place === undefined && path.length > 0; place = locate(text, toPointer(path))) path.pop();
      return place;
    },
  });
}
