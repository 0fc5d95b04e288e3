import type { CommandSpec } from "../command_spec.ts";
import { OUT_OPTIONS, RULES_OPTION, STORE_OPTIONS } from "./options.ts";

const JSON_FILE = { name: "file", completes: "file" } as const;

/** Options about an event whose file is the forge's payload. */
const EVENT_OPTIONS = {
  type: { type: "text", value: "type", summary: "The type of the event, such as issues" },
  action: { type: "text", value: "action", summary: "Its action (default: that of the payload)" },
  id: { type: "text", value: "id", summary: "The id of the delivery (default: a hash of the file)" },
} as const;

/** The row of `narrative analyze`. */
export const NARRATIVE_ANALYZE = {
  name: "narrative analyze",
  group: "narrative",
  summary: "Analyse an event from three views: as work, as an exchange between people, as part of a story",
  details: [
    "The file holds an event in the bridge's form, or the forge's payload together with --type. Nothing is stored unless --keep is given.",
  ],
  arguments: [{ ...JSON_FILE, summary: "a JSON file; - is standard input" }],
  options: {
    ...EVENT_OPTIONS,
    keep: { type: "flag", summary: "Keep the analysis in the store" },
    ...RULES_OPTION,
    ...STORE_OPTIONS,
  },
  examples: [
    { line: "narrative analyze opened.json --type issues", does: "Prints the three analyses of a payload." },
    { line: "narrative analyze event.json --json", does: "Prints them in the bridge's form." },
  ],
} as const satisfies CommandSpec;

/** The row of `narrative beat`. */
export const NARRATIVE_BEAT = {
  name: "narrative beat",
  group: "narrative",
  summary: "Create a beat from an event and its analysis",
  details: [
    "The file holds an event in the bridge's form, or the forge's payload together with --type; it is analysed first. It may also hold the fields of create-beat: event_id, analysis, raw_payload. An event makes one beat, however often it is given.",
  ],
  arguments: [{ ...JSON_FILE, summary: "a JSON file; - is standard input" }],
  options: { ...EVENT_OPTIONS, ...RULES_OPTION, ...STORE_OPTIONS },
  examples: [
    { line: "narrative beat event.json", does: "Adds a step to the story; prints its id." },
    { line: "narrative beat opened.json --type issues", does: "Creates a beat from the forge's payload." },
  ],
} as const satisfies CommandSpec;

/** The row of `narrative position`. */
export const NARRATIVE_POSITION = {
  name: "narrative position",
  group: "narrative",
  summary: "Show the position of the story",
  arguments: [],
  options: STORE_OPTIONS,
  examples: [
    { line: "narrative position", does: "Shows the act, the phase, the number of beats and the newest one." },
    { line: "narrative position --json", does: "The same in the bridge's form." },
  ],
} as const satisfies CommandSpec;

/** The row of `narrative beats`. */
export const NARRATIVE_BEATS = {
  name: "narrative beats",
  group: "narrative",
  summary: "List the beats of the story in order of time",
  arguments: [],
  options: {
    after: { type: "text", value: "beat", summary: "Only those behind this beat" },
    limit: { type: "integer", value: "n", default: "100", summary: "At most so many" },
    function: { type: "text", value: "name", summary: "Only those of this function, such as climax" },
    lead: {
      type: "text",
      value: "view",
      choices: ["engineer", "ceremony", "story_engine"],
      summary: "Only those that this view leads",
    },
    ...STORE_OPTIONS,
  },
  examples: [
    { line: "narrative beats --function climax", does: "Lists the merged requests." },
    { line: "narrative beats --json > beats.json", does: "Writes a list for narrative episode." },
  ],
} as const satisfies CommandSpec;

/** The row of `narrative explain`. */
export const NARRATIVE_EXPLAIN = {
  name: "narrative explain",
  group: "narrative",
  summary: "Explain how an event was classified: by which key, row and word",
  arguments: [{ name: "event", summary: "the id of the event" }],
  options: { ...RULES_OPTION, ...STORE_OPTIONS },
  examples: [{ line: "narrative explain 72d3162e-cc78-11e3", does: "Traces each intent to its row." }],
} as const satisfies CommandSpec;

/** The row of `narrative replay`. */
export const NARRATIVE_REPLAY = {
  name: "narrative replay",
  group: "narrative",
  summary: "Run the beats through the story's machine, and show the state after each",
  details: [
    "With --reclassify all events are first classified again, and the differences are shown; with --write, too, the new analyses are stored beside the old ones, and the beats follow them. A function or act set by narrative amend stays.",
    "The exit code is 1 if the machine refuses an event.",
  ],
  arguments: [],
  options: {
    from: { type: "text", value: "time", summary: "Only beats from this time on" },
    to: { type: "text", value: "time", summary: "Only beats up to this time" },
    speed: { type: "number", value: "n", summary: "Show n beats per second (default: all at once)" },
    mode: {
      type: "text",
      value: "how",
      choices: ["count", "function"],
      default: "count",
      summary: "How acts advance: by the number of beats, or by their function",
    },
    reclassify: { type: "flag", summary: "Classify the events again" },
    write: { type: "flag", summary: "Store what --reclassify changes" },
    ...RULES_OPTION,
    ...STORE_OPTIONS,
  },
  examples: [
    { line: "narrative replay", does: "Shows each step of the story." },
    { line: "narrative replay --reclassify --rules ours.json", does: "Shows what other rules would change." },
  ],
} as const satisfies CommandSpec;

/** The row of `narrative episode`. */
export const NARRATIVE_EPISODE = {
  name: "narrative episode",
  group: "narrative",
  summary: "Write an episode: beats as Markdown and as documents of the Narrative Context Protocol",
  details: [
    "The beats come from --events-file, from --redis-url (the newest 50), or from the store: the open episode, or the one with that number. Prints the paths of the files.",
    "The exit code is 2 for a wrong command line, 1 if the beats cannot be read, and 0 if there are none, when nothing is written. With --now or SOURCE_DATE_EPOCH the same beats give the same files.",
    "A file written by the loom is replaced. A file that was edited since or written by someone else, and a sequence document with other content, are replaced only with --overwrite; without it, nothing is written.",
  ],
  arguments: [],
  options: {
    episodeNumber: { type: "integer", value: "n", summary: "The number of the episode, 1 to 99" },
    season: { type: "integer", value: "n", default: "1", summary: "The number of the season, 1 to 99" },
    eventsFile: {
      type: "text",
      value: "path",
      summary: "A file with a JSON list of beats",
      completes: "file",
    },
    redisUrl: { type: "text", value: "address", summary: "A Redis that holds beats" },
    ...STORE_OPTIONS,
    out: {
      type: "text",
      letter: "o",
      alias: "--output-dir",
      value: "folder",
      summary: "Where to write (default: LOOM_EPISODES_DIR, else ./episodes)",
      completes: "file",
    },
    overwrite: OUT_OPTIONS.overwrite,
    storyTitle: { type: "text", value: "text", summary: "The title of the story" },
    genre: { type: "text", value: "text", summary: "Its genre" },
    setting: { type: "text", value: "text", summary: "Where it takes place" },
    now: {
      type: "text",
      value: "time",
      summary: "The time of writing (default: SOURCE_DATE_EPOCH, else now)",
    },
    ncp2: { type: "flag", summary: "Also write a document for the schema of NCP 2.0.0" },
    ncp3: { type: "flag", summary: "Also write one in the envelope of NCP 3" },
    scenario: {
      type: "flag",
      summary: "Also write a scenario that can be replayed through the story's machine",
    },
    close: {
      type: "flag",
      summary: "Close the episode, so that the next one counts from 1 (with the store)",
    },
    dryRun: { type: "flag", summary: "Print the paths, and write nothing" },
  },
  examples: [
    {
      line: "narrative episode --episode-number 7 --events-file beats.json",
      does: "Writes episodes/s01e07-<title>.md and .ncp.json.",
    },
    {
      line: "narrative episode --episode-number 1 --store sqlite:.loom/narrative.db --ncp2 --close",
      does: "Writes the open episode, and starts the next.",
    },
  ],
} as const satisfies CommandSpec;

/** The row of `narrative open`. */
export const NARRATIVE_OPEN = {
  name: "narrative open",
  group: "narrative",
  summary: "Create the documents of the story: its machine, its records, its system",
  details: [
    "Existing documents stay as they are. Prints the path of the story's machine, for use as the document of other commands; while a bridge runs with LOOM_BRIDGE_URL, canvases that have it open show the position of the story.",
  ],
  arguments: [],
  options: {
    out: {
      type: "text",
      letter: "o",
      value: "folder",
      summary: "The folder (default: LOOM_NARRATIVE_DOCUMENTS, else .loom/narrative)",
      completes: "file",
    },
  },
  examples: [
    { line: "narrative open", does: "Writes .loom/narrative/story.smdf.json and the documents beside it." },
  ],
} as const satisfies CommandSpec;

/** The row of `narrative watch`. */
export const NARRATIVE_WATCH = {
  name: "narrative watch",
  group: "narrative",
  summary: "Show the position of the story, and each new beat",
  arguments: [],
  options: {
    once: { type: "flag", summary: "Show it once" },
    ...STORE_OPTIONS,
  },
  examples: [
    { line: "narrative watch", does: "Shows the act and the leading views, then a line for each beat." },
    { line: "narrative watch --json", does: "The same as JSON lines." },
  ],
} as const satisfies CommandSpec;

/** The row of `narrative amend`. */
export const NARRATIVE_AMEND = {
  name: "narrative amend",
  group: "narrative",
  summary: "Correct a beat's function or act; the old values are kept beside it",
  arguments: [{ name: "beat", summary: "the id of the beat" }],
  options: {
    function: { type: "text", value: "name", summary: "Its function, such as turning_point" },
    act: { type: "integer", value: "n", summary: "Its act, 1 to 3 (default: that of the function)" },
    reason: { type: "text", value: "text", default: "", summary: "Why" },
    ...STORE_OPTIONS,
  },
  examples: [
    {
      line: 'narrative amend beat_1767446400000 --function crisis --reason "the outage"',
      does: "Makes a crisis of a beat.",
    },
  ],
} as const satisfies CommandSpec;

/** The row of `narrative forget`. */
export const NARRATIVE_FORGET = {
  name: "narrative forget",
  group: "narrative",
  summary: "Delete all data about a repository, a person's actions, or one event",
  details: [
    "Repository and person are found through analyses, and the repository of fetched events through the event's id. Beats without an analysis, or whose analysis was deleted with age, cannot be matched: their number is shown, --json lists their events as unknown, and --event deletes each.",
    "Written episodes keep their content.",
  ],
  arguments: [],
  options: {
    repo: { type: "text", value: "owner/name", summary: "The repository" },
    login: { type: "text", value: "login", summary: "The person" },
    event: { type: "text", value: "id", summary: "The event" },
    ...STORE_OPTIONS,
    dryRun: { type: "flag", summary: "Show what would be deleted, and delete nothing" },
  },
  examples: [{
    line: "narrative forget --login ann",
    does: "Deletes the events that ann caused, and their beats.",
  }],
} as const satisfies CommandSpec;
