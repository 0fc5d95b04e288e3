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
            FieldShape("data", "DataField[]"),
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
        "DataField",
        (
            FieldShape("name", "string", required=True),
            FieldShape("type", '"text" | "number" | "integer" | "boolean" | "enum" | "list" | "object" | "any"', required=True),
            FieldShape("description", "string"),
            FieldShape("initial", "unknown"),
            FieldShape("optional", "boolean"),
            FieldShape("values", "string[]"),
            FieldShape("items", "DataType"),
            FieldShape("fields", "DataField[]"),
            FieldShape("minimum", "number"),
            FieldShape("maximum", "number"),
        ),
    ),
    ObjectShape(
        "DataType",
        (
            FieldShape("type", '"text" | "number" | "integer" | "boolean" | "enum" | "list" | "object" | "any"', required=True),
            FieldShape("values", "string[]"),
            FieldShape("items", "DataType"),
            FieldShape("fields", "DataField[]"),
            FieldShape("minimum", "number"),
            FieldShape("maximum", "number"),
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
            FieldShape("kind", '"normal" | "final" | "history" | "choice"'),
            FieldShape("description", "string"),
            FieldShape("notes", "string"),
            FieldShape("prompt", "string"),
            FieldShape("initial", "string"),
            FieldShape("tags", "string[]"),
            FieldShape("meta", "unknown"),
            FieldShape("history", '"shallow" | "deep"'),
            FieldShape("onEntry", "ActionBlock"),
            FieldShape("onExit", "ActionBlock"),
            FieldShape("invoke", "Invoke[]"),
            FieldShape("output", "string"),
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
            FieldShape("events", "string[]"),
            FieldShape("after", "string | number"),
            FieldShape("nextState", "string"),
            FieldShape("nextStates", "string[]"),
            FieldShape("type", '"local" | "external"'),
            FieldShape("condition", "string"),
            FieldShape("description", "string"),
            FieldShape("actions", "Action[]"),
        ),
    ),
    ObjectShape(
        "Invoke",
        (
            FieldShape("id", "string", required=True),
            FieldShape("machine", "string"),
            FieldShape("task", "string"),
            FieldShape("input", "string"),
            FieldShape("description", "string"),
        ),
    ),
    ObjectShape(
        "Action",
        (
            FieldShape("action", '"code" | "timerStart" | "timerStop" | "raise" | "assign" | "if" | "forEach" | "send" | "cancel" | "log"'),
            FieldShape("name", "string"),
            FieldShape("code", "string"),
            FieldShape("timerStart", "TimerStart"),
            FieldShape("timerStop", "string"),
            FieldShape("raise", "string"),
            FieldShape("data", "string"),
            FieldShape("assign", "Assign"),
            FieldShape("if", "IfAction"),
            FieldShape("forEach", "ForEachAction"),
            FieldShape("send", "SendAction"),
            FieldShape("cancel", "string"),
            FieldShape("log", "string"),
        ),
    ),
    ObjectShape(
        "Assign",
        (
            FieldShape("target", "string", required=True),
            FieldShape("value", "string", required=True),
        ),
    ),
    ObjectShape(
        "IfAction",
        (
            FieldShape("condition", "string", required=True),
            FieldShape("then", "Action[]", required=True),
            FieldShape("else", "Action[]"),
        ),
    ),
    ObjectShape(
        "ForEachAction",
        (
            FieldShape("list", "string", required=True),
            FieldShape("item", "string", required=True),
            FieldShape("index", "string"),
            FieldShape("actions", "Action[]", required=True),
        ),
    ),
    ObjectShape(
        "SendAction",
        (
            FieldShape("event", "string", required=True),
            FieldShape("to", "string"),
            FieldShape("delay", "string | number"),
            FieldShape("id", "string"),
            FieldShape("data", "string"),
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
