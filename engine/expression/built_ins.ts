import { isObjectPrototype } from "./values.ts";

const PROTOTYPES: WeakSet<object> = new WeakSet(builtInPrototypes());
let codeMakers: WeakSet<object> | undefined;

/** True when `value` is a prototype that comes with the language, `Reflect`, or the global object. */
export function isBuiltIn(value: object): boolean {
  return PROTOTYPES.has(value) || value === globalThis || isObjectPrototype(value);
}

/** True when calling `value` would run text as code. */
export function isCodeMaker(value: object): boolean {
  codeMakers ??= new WeakSet([
    globalThis.eval,
    ...functionSamples().map((sample) => Object.getPrototypeOf(sample).constructor),
  ]);
  return codeMakers.has(value);
}

/**
 * The prototypes of everything with a global name, those of the host included. Some have no name and are found from a
 * value; their parents come along.
 */
function builtInPrototypes(): object[] {
  const found: object[] = [Reflect];
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    // The value, without calling a getter of the host.
    const constructor: unknown = Object.getOwnPropertyDescriptor(globalThis, name)?.value;
    if (typeof constructor === "function" && constructor.prototype) {
      found.push(...chain(constructor.prototype));
    }
  }
  for (const sample of [...functionSamples(), ...iteratorSamples()]) {
    found.push(...chain(Object.getPrototypeOf(sample)));
  }
  return found;
}

function functionSamples(): object[] {
  return [() => {}, async () => {}, function* () {}, async function* () {}];
}

function iteratorSamples(): object[] {
  const generator = (function* () {})();
  const asyncGenerator = (async function* () {})();
  return [
    [].values(),
    "".matchAll(/x/g),
    ""[Symbol.iterator](),
    new Map().keys(),
    new Set().keys(),
    generator,
    asyncGenerator,
  ];
}

function* chain(start: object | null): Iterable<object> {
  for (let prototype = start; prototype !== null; prototype = Object.getPrototypeOf(prototype)) {
    yield prototype;
  }
}
