import { assert, assertEquals } from "@std/assert";
import { loom } from "../cli/testing/loom.ts";
import { HAS_PYTHON, PYTHON_FOLDER, runPython } from "./python.ts";

Deno.test({
  name: "the tests of the Python package pass",
  ignore: !HAS_PYTHON,
  fn: async () => {
    const { success, stderr } = await runPython(["-m", "unittest", "discover", "-s", "tests", "-t", "."]);
    assert(success, stderr);
    assert(/^Ran [1-9]\d* tests? in /m.test(stderr), stderr);
  },
});

const HAS_PIP = HAS_PYTHON && (await runPython(["-m", "pip", "--version"])).success;

Deno.test({
  name: "pip installs the Python package and its command without an index",
  ignore: !HAS_PIP,
  fn: async () => {
    const folder = await Deno.makeTempDir();
    try {
      const options = ["--quiet", "--no-index", "--no-cache-dir", "--disable-pip-version-check"];
      const installed = await runPython([
        "-m",
        "pip",
        "install",
        ...options,
        "--target",
        folder,
        PYTHON_FOLDER,
      ]);
      assert(installed.success, installed.stderr);
      const example = new URL("../examples/door.smdf.json", import.meta.url).pathname;
      const command = new Deno.Command(`${folder}/bin/loom-codegen`, {
        args: [example, "--validate-only"],
        env: { PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: "1" },
      });
      const { code, stdout } = await command.output();
      assertEquals([code, new TextDecoder().decode(stdout)], [0, "Validation passed.\n"]);
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
