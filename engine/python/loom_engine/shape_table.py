"""The shape of a state machine definition. Made by ``deno task generate``; edit the table in TypeScript."""

from __future__ import annotations

from .shape import FieldShape, ObjectShape, ShapeTable

MACHINE_SHAPE: ShapeTable = (
    ObjectShape(
        "StateMachineDefinition",
        (
            FieldShape("settings", "Settings", required=True),
            FieldShape("events", "EventSource[]", required=True),
            FieldShape("state", "State", required=True),
        ),
    ),
    ObjectShape(
        "Settings",
        (
            FieldShape("namespace", "string", required=True),
            FieldShape("name", "string"),
            FieldShape("description", "string"),
            FieldShape("asynchronous", "boolean", required=True),
            FieldShape("objects", "ObjectRef[]"),
            FieldShape("context", "ContextConfig"),
            FieldShape("imports", "string[]"),
            FieldShape("using", "string[]"),
            FieldShape("targetLanguage", "string"),
            FieldShape("notes", "string"),
            FieldShape("completion", '"scxml" | "bubble"'),
            FieldShape("rules", "MachineRuleSettings"),
            FieldShape("_source", "Provenance"),
        ),
    ),
    ObjectShape(
        "MachineRuleSettings",
        (
            FieldShape("V007", '"off" | "warn" | "error"'),
            FieldShape("V008", '"off" | "warn" | "error"'),
            FieldShape("V009", '"off" | "warn" | "error"'),
            FieldShape("V010", '"off" | "warn" | "error"'),
            FieldShape("V011", '"off" | "warn" | "error"'),
            FieldShape("V012", '"off" | "warn" | "error"'),
            FieldShape("V013", '"off" | "warn" | "error"'),
            FieldShape("W101", '"off" | "warn" | "error"'),
            FieldShape("W102", '"off" | "warn" | "error"'),
            FieldShape("W103", '"off" | "warn" | "error"'),
            FieldShape("W104", '"off" | "warn" | "error"'),
            FieldShape("W105", '"off" | "warn" | "error"'),
            FieldShape("W106", '"off" | "warn" | "error"'),
            FieldShape("W107", '"off" | "warn" | "error"'),
            FieldShape("W108", '"off" | "warn" | "error"'),
            FieldShape("W109", '"off" | "warn" | "error"'),
            FieldShape("W110", '"off" | "warn" | "error"'),
            FieldShape("W111", '"off" | "warn" | "error"'),
            FieldShape("W112", '"off" | "warn" | "error"'),
            FieldShape("W113", '"off" | "warn" | "error"'),
            FieldShape("W114", '"off" | "warn" | "error"'),
            FieldShape("W115", '"off" | "warn" | "error"'),
            FieldShape("W116", '"off" | "warn" | "error"'),
        ),
    ),
    ObjectShape(
        "Provenance",
        (
            FieldShape("kind", "string"),
            FieldShape("pdeId", "string"),
            FieldShape("pdeFolder", "string"),
            FieldShape("originalPrompt", "string"),
            FieldShape("engine", "string"),
        ),
    ),
    ObjectShape(
        "ContextConfig",
        (
            FieldShape("class", "string"),
            FieldShape("instance", "string"),
            FieldShape("baseClass", "string"),
        ),
    ),
    ObjectShape(
        "ObjectRef",
        (
            FieldShape("instance", "string", required=True),
            FieldShape("class", "string", required=True),
            FieldShape("namespace", "string"),
        ),
    ),
    ObjectShape(
        "EventSource",
        (
            FieldShape("name", "string", required=True),
            FieldShape("file", "string"),
            FieldShape("feeder", "string"),
            FieldShape("description", "string"),
            FieldShape("events", "Event[]"),
            FieldShape("timers", "Timer[]"),
        ),
    ),
    ObjectShape(
        "Event",
        (
            FieldShape("id", "string", required=True),
            FieldShape("name", "string"),
            FieldShape("description", "string"),
            FieldShape("parameters", "Parameter[]"),
            FieldShape("preAction", "string"),
            FieldShape("postAction", "string"),
        ),
    ),
    ObjectShape(
        "Parameter",
        (
            FieldShape("name", "string", required=True),
            FieldShape("type", "string", required=True),
            FieldShape("description", "string"),
        ),
    ),
    ObjectShape(
        "Timer",
        (
            FieldShape("id", "string", required=True),
            FieldShape("name", "string", required=True),
            FieldShape("description", "string"),
        ),
    ),
    ObjectShape(
        "State",
        (
            FieldShape("name", "string", required=True),
            FieldShape("kind", '"normal" | "final" | "history"'),
            FieldShape("description", "string"),
            FieldShape("notes", "string"),
            FieldShape("prompt", "string"),
            FieldShape("initial", "string"),
            FieldShape("history", '"shallow" | "deep"'),
            FieldShape("onEntry", "ActionBlock"),
            FieldShape("onExit", "ActionBlock"),
            FieldShape("transitions", "Transition[]"),
            FieldShape("states", "State[]"),
            FieldShape("parallel", "Parallel"),
        ),
    ),
    ObjectShape(
        "Parallel",
        (
            FieldShape("nextState", "string"),
            FieldShape("states", "State[]", required=True),
        ),
    ),
    ObjectShape(
        "ActionBlock",
        (
            FieldShape("actions", "Action[]", required=True),
        ),
    ),
    ObjectShape(
        "Transition",
        (
            FieldShape("event", "string"),
            FieldShape("nextState", "string"),
            FieldShape("condition", "string"),
            FieldShape("description", "string"),
            FieldShape("actions", "Action[]"),
        ),
    ),
    ObjectShape(
        "Action",
        (
            FieldShape("action", '"code" | "timerStart" | "timerStop" | "raise"'),
            FieldShape("name", "string"),
            FieldShape("code", "string"),
            FieldShape("timerStart", "TimerStart"),
            FieldShape("timerStop", "string"),
            FieldShape("raise", "string"),
        ),
    ),
    ObjectShape(
        "TimerStart",
        (
            FieldShape("timer", "string", required=True),
            FieldShape("duration", "string | number", required=True),
            FieldShape("repeat", "string | number"),
        ),
    ),
)
