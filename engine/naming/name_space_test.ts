import { assertEquals } from "@std/assert";
import { Claims, type Form, NameSpace } from "./name_space.ts";

Deno.test("Claims.claim() takes all forms of a thing with the first suffix that is free everywhere", () => {
  const [classes, members] = [new NameSpace(), new NameSpace()];
  const claims = new Claims();
  const claim = (name: string, member: string) =>
    claims.claim((suffix): Form[] => [[classes, name + suffix], [members, member + suffix]], name);
  assertEquals(claim("StateAB", "A_B"), { suffix: "", met: undefined });
  assertEquals(claim("StateAB", "AB"), { suffix: "_2", met: "StateAB" });
  assertEquals(claim("StateAb", "A_B"), { suffix: "_2", met: "StateAB" });
  assertEquals(claim("StateAB", "A_B"), { suffix: "_3", met: "StateAB" });
});

Deno.test("NameSpace.ownerOf() tells who has a reserved name", () => {
  const space = new NameSpace([new Set(["class"]), "a word"]);
  assertEquals([space.ownerOf("class"), space.ownerOf("door")], ["a word", undefined]);
});

Deno.test("NameSpace.ownerOf() puts the thing that has a name into words", () => {
  const space = new NameSpace();
  space.take("StateAB", { sort: "state", name: "a b" });
  assertEquals(space.ownerOf("StateAB"), 'the state "a b"');
});

Deno.test("Claims.claim() counts on where many have the same name", () => {
  const space = new NameSpace();
  const claims = new Claims();
  const suffixes = Array.from(
    { length: 4 },
    () => claims.claim((suffix) => [[space, "x" + suffix]], "x").suffix,
  );
  assertEquals(suffixes, ["", "_2", "_3", "_4"]);
});
