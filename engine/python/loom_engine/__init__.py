"""The loom's engine in Python: reads a state machine definition, checks it, and runs it.

The twin of ``@loom/engine``: the same documents, the same findings in the same words, the same runs. The modules below
hold more than what is named here: ``loom_engine.runtime`` is what generated code stands on, ``loom_engine.expression``
is the guard and action language.
"""

from .codegen import CodeGenerationError, PythonCodeGenerator, generate_python
from .definition import (
    ActionDef,
    ContextConfig,
    EventDef,
    EventSourceDef,
    ObjectRef,
    ParallelDef,
    ParameterDef,
    SettingsModel,
    StateDef,
    StateKindType,
    StateMachineDefinition,
    TimerDef,
    TransitionDef,
)
from .error import LoomError
from .finding import Finding, Severity
from .machine import Machine, MachineDefinitionError, compile_machine
from .model import EnrichedModel, enrich
from .kinds import unwrap_definition
from .parser import StateMachineParser
from .runtime import (
    Context,
    ContextAsync,
    ContextBase,
    IObserver,
    MachineRuntimeError,
    ObserverConsole,
    ObserverLines,
    ObserverLogger,
    ObserverNull,
    ObserverTrace,
    SendResult,
    SimulatedClock,
    State,
    StateKind,
    SystemClock,
    TransitionHelper,
)
from .transitions import TransitionEdge, list_transitions
from .validate import FATAL_RULES, RULES, ValidationError, validate

__version__ = "0.1.0"

__all__ = [
    "FATAL_RULES",
    "RULES",
    "ActionDef",
    "CodeGenerationError",
    "Context",
    "ContextAsync",
    "ContextBase",
    "ContextConfig",
    "EnrichedModel",
    "EventDef",
    "EventSourceDef",
    "Finding",
    "IObserver",
    "LoomError",
    "Machine",
    "MachineDefinitionError",
    "MachineRuntimeError",
    "ObjectRef",
    "ObserverConsole",
    "ObserverLines",
    "ObserverLogger",
    "ObserverNull",
    "ObserverTrace",
    "ParallelDef",
    "ParameterDef",
    "PythonCodeGenerator",
    "SendResult",
    "SettingsModel",
    "Severity",
    "SimulatedClock",
    "State",
    "StateDef",
    "StateKind",
    "StateKindType",
    "StateMachineDefinition",
    "StateMachineParser",
    "SystemClock",
    "TimerDef",
    "TransitionDef",
    "TransitionEdge",
    "TransitionHelper",
    "ValidationError",
    "compile_machine",
    "enrich",
    "generate_python",
    "list_transitions",
    "unwrap_definition",
    "validate",
]
