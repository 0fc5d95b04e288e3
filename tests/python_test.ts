import { assert, assertEquals } from "@std/assert";
import { loom } from "../cli/testing/loom.ts";
import { VERSION } from "../cli/version.ts";
import { HAS_PYTHON, runPython } from "./python.ts";

Deno.test({
  name: "the tests of the Python package pass",
  ignore: !HAS_PYTHON,
  fn: async () => {
    const { success, stderr } = await runPython(["-m", "unittest", "discover", "-s", "tests", "-t", "."]);
    assert(success, stderr);
    assert(/^Ran [1-9]\d* tests? in /m.test(stderr), stderr);
  },
});

const HAS_PIP = HAS_PYTHON && (await runPython(["-c", "import ensurepip, pip, venv"])).success;
if (HAS_PYTHON && !HAS_PIP) console.log("Python has no pip or no venv: its package is not installed.");

const BUILD_SDIST = `
import sys
sys.path.insert(0, "build_backend")
import loom_build
print(loom_build.build_sdist(sys.argv[1]))
`;

/** Lists the files of the installed package that tools read types from, and its version. */
const ASK_INSTALLED = `
from importlib.metadata import files, version
print(version("loom-engine"), any(str(one) == "loom_engine/py.typed" for one in files("loom-engine")))
`;

Deno.test({
  name:
    "pip makes a wheel of the Python package's sdist, and installs it into a fresh environment, without an index",
  ignore: !HAS_PIP,
  fn: async () => {
    const folder = await Deno.makeTempDir();
    const offline = ["--quiet", "--no-index", "--no-cache-dir", "--disable-pip-version-check"];
    const succeed = async (command: string, ...args: string[]) => {
      const options = { args, cwd: folder, env: { PYTHONDONTWRITEBYTECODE: "1" } };
      const { success, stdout, stderr } = await new Deno.Command(command, options).output();
      assert(success, new TextDecoder().decode(stderr));
      return new TextDecoder().decode(stdout).trim();
    };
    try {
      const built = await runPython(["-c", BUILD_SDIST, folder]);
      assert(built.success, built.stderr);
      await succeed("python3", "-m", "pip", "wheel", ...offline, built.stdout.trim());
      const wheel = Array.from(Deno.readDirSync(folder), ({ name }) => name).find((name) =>
        name.endsWith(".whl")
      );
      assert(wheel !== undefined);
      await succeed("python3", "-m", "venv", "venv");
      await succeed("venv/bin/python", "-m", "pip", "install", ...offline, wheel);
      assertEquals(await succeed("venv/bin/python", "-c", ASK_INSTALLED), `${VERSION} True`);
      const example = new URL("../examples/door.smdf.json", import.meta.url).pathname;
      assertEquals(
        await succeed("venv/bin/loom-codegen", example, "--validate-only"),
        "Validation passed.",
      );
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

const RUN_COMMAND = "import sys; from loom_engine.cli import main; sys.exit(main())";

Deno.test({
  name: "loom-codegen and loom generate replace the code of each other, and not what was edited",
  ignore: !HAS_PYTHON,
  fn: async () => {
    const folder = await Deno.makeTempDir();
    try {
      const example = new URL("../examples/door.smdf.json", import.meta.url).pathname;
      const out = `${folder}/door.py`;
      const python = async (...words: string[]) =>
        (await runPython(["-c", RUN_COMMAND, example, "-o", out, ...words])).success;
      const typescript = async (...words: string[]) =>
        (await loom(["generate", example, "--out", out, ...words])).code === 0;
      assertEquals([await python(), await typescript("-n", "Gate"), await python()], [true, true, true]);
      await Deno.writeTextFile(out, "# more\n", { append: true });
      assertEquals([await python(), await typescript()], [false, false]);
      assertEquals([await python("--overwrite"), await typescript("--check")], [true, true]);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});
