/**
 * Names that generated code has already, or that a language keeps for itself: nothing of a definition gets one of
 * them, in neither language, so that a thing is called alike in both.
 *
 * @module
 */

/** Words that one of the languages gives a meaning of its own. */
const WORDS =
  "and as assert async await break case catch class const continue debugger def default del delete do " +
  "elif else enum except export extends false finally for from function global if implements import in instanceof " +
  "interface is lambda let new nonlocal not null or package pass private protected public raise return self static " +
  "super switch this throw true try typeof var void while with yield False None True";

/** Names that cannot be declared, or not without hiding what generated code uses. */
const GLOBALS =
  "Infinity NaN arguments eval undefined any bigint boolean never number object string symbol unknown " +
  "bool bytes dict float int list str tuple type Array Function Object Promise Readonly Record";

/** Names that generated modules declare or import. */
const MODULE =
  "CHART STATES Transitions annotations Any Future IntEnum Protocol Sequence TypedDict Action Chart " +
  "Context ContextAsync ContextBase ContextOptions Payload SendResult State StateKind Transition Actions add and and_ assign " +
  "broken call callHeld callItem callMember callName call_held call_item call_member call_name code contains " +
  "div eq ge gt held inState in_state item le lt member mod mul ne neg or or_ own pos pow raise raise_event read setMember set_member " +
  "startTimer start_timer stopTimer stop_timer sub transition truthy wildcards " +
  "chooseActions choose_actions eachItem each_item logText log_text sendEvent send_event " +
  "giveOutput give_output invoke raiseWith raise_with sendAway send_away stopInvoke stop_invoke workSets " +
  "statements";

/** Further names of a module whose data is declared. */
const DATA_MODULE =
  "Callable DataOptions Literal TaskResult TaskTools hostFunctions host_functions withInitial with_initial";

/** The members of a context in either language, and what its constructor uses; those that begin with `#` meet no name. */
const CONTEXT =
  "active addChild add_child availableEvents available_events can children clock configuration " +
  "constructor data deserialize done drain dropTimers drop_timers enterInitialState enter_initial_state expire finish " +
  "fire functions gate guardEvaluator guard_evaluator history idle isActive is_active keepVisited keep_visited knows " +
  "leaveCurrentState leave_current_state listener macroStep macro_step name notifyObserver notify_observer observer onEnd on_end options path post " +
  "problem raise raise_event registerEndHandler register_end_handler registeredActions registered_actions " +
  "registeredGuards registered_guards restore runningTimers running_timers saveState save_state scheduleEvent " +
  "schedule_event selects send serialize setObserver set_observer setState set_state snapshot start startEventTimer " +
  "start_event_timer startTimer start_timer state stateCurrent state_current stateHistory state_history stateNext " +
  "state_next statePrevious state_previous stop stopAllTimers stop_all_timers stopTimer stop_timer tables timers " +
  "transitionName transition_name visited visitedStates visited_states waiting max_events maxEvents hasOwnProperty " +
  "isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf CHART assign own workSet work_set work_links output deliver defer has_timer send_to set_output " +
  "sendAsync send_async stepper timerTurn hasTag has_tag meta tags tasks";

/** Members of a Python context that an object of the settings would overwrite. */
const PYTHON_CONTEXT =
  "_active _between_steps _bubble _call_hook _children _choose _complete _cut _decide _drain _end_handlers _enqueue " +
  "_expire _failure _finish _first_passing _handled _history _is_busy _is_done _is_stopped _jobs _knows " +
  "_leave_unhandled _listener _lock _macro_step _manual _max_events _next_choice _note_failure _observer " +
  "_output _pending _resume_work _resumed _run_pending " +
  "_observer_failed _on_end _payload _perform _problem _process _queue _raised _run _run_job " +
  "_run_transition _selects _send_unasked _settle _start _step_failure _tables _take _take_choice _take_selected _tell " +
  "_tellEnd _tellError _tellFailure _tell_end _tell_error _tell_failed _tell_failure _tell_refused _timers _turn " +
  "_turn_away _unhandled _visited _waiting _was_refused _work_off _work_out _worker " +
  "_action_steps _advance _await_all _await_alone _await_result _await_send _begin _choice_of _choice_steps _code_steps " +
  "_drain_steps _drop_later _end_transitions _enter_steps _fail _go_on _hook_steps _is_asynchronous _leave " +
  "_macro_steps _note_visited _problem_of _process_event _result_of _resume _resume_steps _run_steps " +
  "_settle_steps _take_later _take_steps _tasks _until_idle _waits _when_idle";

/** The hooks of a state and of a context, which are no events. */
const HOOKS = "onEnd onEntry onExit on_end on_entry on_exit";

/** The members of a feeder. */
const FEEDER = "constructor context _context";

function setOf(...lists: string[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => list.split(" ")));
}

/** True when a word of one of the languages. */
export const RESERVED_WORDS: ReadonlySet<string> = setOf(WORDS, GLOBALS);
/** Words that no member can be called by in Python. */
export const PYTHON_WORDS: ReadonlySet<string> = setOf(
  "and as assert async await break class continue def del elif else except finally for from global if import in is " +
    "lambda nonlocal not or pass raise return try while with yield False None True",
);
/** Names of a generated module. */
export const MODULE_NAMES: ReadonlySet<string> = setOf(MODULE);
/** Names of a generated module whose data is declared. */
export const DATA_MODULE_NAMES: ReadonlySet<string> = setOf(MODULE, DATA_MODULE);
/** Members of a generated context. */
export const CONTEXT_MEMBERS: ReadonlySet<string> = setOf(CONTEXT, PYTHON_CONTEXT);
/** Members of states and contexts that look like those of events. */
export const HOOK_NAMES: ReadonlySet<string> = setOf(HOOKS);
/** Members of a generated feeder. */
export const FEEDER_MEMBERS: ReadonlySet<string> = setOf(FEEDER);
