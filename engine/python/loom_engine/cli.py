"""The command ``loom-codegen``: checks a definition and writes its Python code."""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Sequence
from pathlib import Path

from .finding import Finding
from .made_file import refusal, sealed
from .model import EnrichedModel, enrich
from .naming import snake_case
from .parser import StateMachineParser
from .validate import FATAL_RULES, validate

DONE = 0
PROBLEMS = 1
REFUSED = 3
UNWRITABLE = 4


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command.

    Args:
        argv: The words behind the command's name; those of the process without it.

    Returns:
        The exit code: 0 done, 1 the document is missing, unreadable or invalid, 3 a file would be lost, 4 the code
        cannot be written. Wrong usage ends the process with 2.
    """
    _print_whatever_names_hold()
    arguments = _parser().parse_args(argv)
    path = Path(arguments.input)
    if not path.is_file():
        return _fail(f"Error: Input file not found: {path}")
    try:
        model = StateMachineParser().parse_file(path)
    except Exception as error:  # Whatever is wrong with the file, the person reads one sentence.
        return _fail(_one_line(f"Error parsing {path}: {_reason(error)}"))
    if arguments.name is not None:
        model = _renamed(model, arguments.name)
    findings = validate(model)
    _print_findings(path, findings)
    if arguments.validate_only:
        return _conclude(model, findings, arguments.verbose)
    return _generate(model, findings, arguments)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="loom-codegen",
        description="Checks a state machine definition and writes its Python code to <folder>/<name>_fsm.py. "
        "Only a file that the loom made, and that nobody edited since, is replaced.",
    )
    parser.add_argument("input", help="the definition: .smdf.json, .smdf.xml or .fsm")
    parser.add_argument(
        "-o",
        "--out",
        "--output",
        dest="out",
        metavar="PATH",
        default=".",
        help="the folder to write to, or a file that ends in .py; made where it is missing (default: .)",
    )
    parser.add_argument(
        "--overwrite",
        action="store_true",
        help="replace a file that the loom did not make, or that was edited since",
    )
    parser.add_argument(
        "-l", "--language", type=_language, default="python", help="only python; loom generate prints TypeScript too"
    )
    parser.add_argument("-n", "--name", help="the machine's name instead of the one in the definition")
    parser.add_argument("--validate-only", action="store_true", help="check the definition and write nothing")
    parser.add_argument("-v", "--verbose", action="store_true", help="tell how many states and events there are")
    return parser


def _language(word: str) -> str:
    if word != "python":
        raise argparse.ArgumentTypeError(
            f"cannot generate {word!r}: only python is generated here; loom generate prints TypeScript"
        )
    return word


def _print_whatever_names_hold() -> None:
    """A name that the terminal's encoding lacks is shown escaped instead of ending the command."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _reason(error: Exception) -> str:
    """What went wrong; errors of the file system repeat the path otherwise."""
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)


def _renamed(model: EnrichedModel, name: str) -> EnrichedModel:
    settings = model.definition.get("settings")
    members = settings if isinstance(settings, dict) else {}
    return enrich({**model.definition, "settings": {**members, "name": name}})


def _print_findings(path: Path, findings: Sequence[Finding]) -> None:
    if not findings:
        return
    errors = _errors_of(findings)
    print(f"Validation {'errors' if errors else 'warnings'} in {path}:")
    for finding in findings:
        element = "" if finding.element is None else f" ({finding.element})"
        print(_one_line(f"  [{finding.rule_id}] {finding.message}{element}"))
    if errors:
        print(f"  {len(errors)} error(s) found")


def _conclude(model: EnrichedModel, findings: Sequence[Finding], verbose: bool) -> int:
    if _errors_of(findings):
        return PROBLEMS
    if verbose:
        print(f"{len(model.all_states)} states, {len(model.event_map)} events")
    print("Validation passed.")
    return DONE


def _generate(model: EnrichedModel, findings: Sequence[Finding], arguments: argparse.Namespace) -> int:
    verbose = arguments.verbose
    fatal = next((finding for finding in findings if finding.rule_id in FATAL_RULES), None)
    if fatal:
        return _fail(_one_line(f"Error: Nothing is generated because of {fatal.rule_id}: {fatal.message}"))
    # Loaded here: checking does not need it.
    from .codegen import generate_python

    if verbose and not findings:
        print(f"Validation passed: {len(model.all_states)} states, {len(model.event_map)} events")
    target = _target(Path(arguments.out), model)
    code = generate_python(model, force=True)
    try:
        lost = _loss(target, code, arguments)
        if lost:
            print(_one_line(f'Error: "{target}" {lost}.'), file=sys.stderr)
            return REFUSED
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(sealed(code), encoding="utf-8", newline="\n")
    except OSError as error:
        _fail(f"Error writing {target}: {_reason(error)}")
        return UNWRITABLE
    print(f"Generated: {target}")
    if verbose:
        print(f"  States: {len(model.all_states)}")
        print(f"  Events: {len(model.event_map)}")
        print(f"  Feeders: {len(model.feeders_map)}")
    return DONE


def _target(out: Path, model: EnrichedModel) -> Path:
    is_file = out.suffix.lower() == ".py" and not out.is_dir()
    return out if is_file else out / file_name(model)


def _loss(target: Path, code: str, arguments: argparse.Namespace) -> str | None:
    """What writing the code would destroy, as the end of a sentence without its full stop."""
    if target.exists() and target.samefile(arguments.input):
        return "is the document itself, which would be lost: name another file"
    reason = None if arguments.overwrite else refusal(target, code)
    return reason and f"{reason}: name another file, or give --overwrite"


def file_name(model: EnrichedModel) -> str:
    """The name of the file with the code of a machine, a module's name on every file system."""
    settings = model.definition.get("settings")
    name = settings.get("name") if isinstance(settings, dict) else None
    snake = snake_case(name) if isinstance(name, str) and name != "" else "state_machine"
    return "".join(character if character.isalnum() or character == "_" else "_" for character in snake) + "_fsm.py"


def _errors_of(findings: Sequence[Finding]) -> list[Finding]:
    return [finding for finding in findings if finding.severity == "error"]


def _one_line(text: str) -> str:
    """The text without what could break the line or steer a terminal."""
    return "".join(character if character.isprintable() else "\ufffd" for character in text)


def _fail(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return PROBLEMS
