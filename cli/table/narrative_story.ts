import type { CommandSpec } from "../command_spec.ts";
import { OUT_OPTIONS } from "./out_options.ts";
import { RULES_OPTION, STORE_OPTIONS } from "./narrative_options.ts";

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
  summary: "Read an event from three views: as work, as something between people, as part of a story",
  details: [
    "The file holds an event as the bridge takes it, or what the forge sent, with --type beside it. Nothing is kept, unless --keep is given.",
  ],
  arguments: [{ ...JSON_FILE, summary: "a JSON file; - is standard input" }],
  options: {
    ...EVENT_OPTIONS,
    keep: { type: "flag", summary: "Keep the analysis in the store" },
    ...RULES_OPTION,
    ...STORE_OPTIONS,
  },
  examples: [
    { line: "narrative analyze opened.json --type issues", does: "Tells the three readings of a payload." },
    { line: "narrative analyze event.json --json", does: "Gives them as the bridge answers them." },
  ],
} as const satisfies CommandSpec;

/** The row of `narrative beat`. */
export const NARRATIVE_BEAT = {
  name: "narrative beat",
  group: "narrative",
  summary: "Make a beat of an event and its analysis",
  details: [
    "The file holds an event as the bridge takes it, or what the forge sent, with --type beside it; it is analysed first. It may also hold what create-beat takes: event_id, analysis, raw_payload. An event makes one beat, however often it is given.",
  ],
  arguments: [{ ...JSON_FILE, summary: "a JSON file; - is standard input" }],
  options: { ...EVENT_OPTIONS, ...RULES_OPTION, ...STORE_OPTIONS },
  examples: [
    { line: "narrative beat event.json", does: "Adds a step to the story; prints its id." },
    { line: "narrative beat opened.json --type issues", does: "Makes one of what the forge sent." },
  ],
} as const satisfies CommandSpec;

/** The row of `narrative position`. */
export const NARRATIVE_POSITION = {
  name: "narrative position",
  group: "narrative",
  summary: "Tell where the story stands",
  arguments: [],
  options: STORE_OPTIONS,
  examples: [
    { line: "narrative position", does: "Tells act, phase, beats and the newest of them." },
    { line: "narrative position --json", does: "The same as the bridge answers it." },
  ],
} as const satisfies CommandSpec;

/** The row of `narrative beats`. */
export const NARRATIVE_BEATS = {
  name: "narrative beats",
  group: "narrative",
  summary: "List the beats of the story, in the order of their times",
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
    { line: "narrative beats --json > beats.json", does: "Writes a list that narrative episode takes." },
  ],
} as const satisfies CommandSpec;

/** The row of `narrative explain`. */
export const NARRATIVE_EXPLAIN = {
  name: "narrative explain",
  group: "narrative",
  summary: "Tell why an event was read as it was: which key, which row, which word",
  arguments: [{ name: "event", summary: "the id of the event" }],
  options: { ...RULES_OPTION, ...STORE_OPTIONS },
  examples: [{ line: "narrative explain 72d3162e-cc78-11e3", does: "Traces each intent to its row." }],
} as const satisfies CommandSpec;

/** The row of `narrative replay`. */
export const NARRATIVE_REPLAY = {
  name: "narrative replay",
  group: "narrative",
  summary: "Run the beats through the story's machine, and tell the state after each",
  details: [
    "With --reclassify all events are read again by the rules first, and what moved is told; with --write as well, the new readings are kept beside the old ones, and the beats follow them. A function and an act that a beat was given by narrative amend stay.",
    "The exit code is 1 when the machine refuses an event.",
  ],
  arguments: [],
  options: {
    from: { type: "text", value: "time", summary: "Only beats from this time on" },
    to: { type: "text", value: "time", summary: "Only beats up to this time" },
    speed: { type: "number", value: "n", summary: "Let n beats pass a second (default: all at once)" },
    mode: {
      type: "text",
      value: "how",
      choices: ["count", "function"],
      default: "count",
      summary: "What brings the next act: the number of beats, or what they are",
    },
    reclassify: { type: "flag", summary: "Read the events again by the rules" },
    write: { type: "flag", summary: "Keep what --reclassify changes" },
    ...RULES_OPTION,
    ...STORE_OPTIONS,
  },
  examples: [
    { line: "narrative replay", does: "Tells each step of the story." },
    { line: "narrative replay --reclassify --rules ours.json", does: "Tells what other rules would change." },
  ],
} as const satisfies CommandSpec;

/** The row of `narrative episode`. */
export const NARRATIVE_EPISODE = {
  name: "narrative episode",
  group: "narrative",
  summary: "Write an episode: beats as Markdown and as documents of the Narrative Context Protocol",
  details: [
    "The beats come from --events-file, from --redis-url (the newest 50), or from the store: the open episode, or the one that has that number. The result is the paths of the files.",
    "The exit code is 2 for a wrong command line, 1 when the beats cannot be read, 0 without beats, and then nothing is written. --now or SOURCE_DATE_EPOCH makes the same files of the same beats.",
    "A file that the loom made is replaced; one that it did not make, or that was edited since, and a sequence document with other content only with --overwrite. Without it, nothing is written then.",
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
      summary: "When it is written (default: SOURCE_DATE_EPOCH, else now)",
    },
    ncp2: { type: "flag", summary: "Write a document for the schema of NCP 2.0.0 too" },
    ncp3: { type: "flag", summary: "Write one in the envelope of NCP 3 too" },
    scenario: {
      type: "flag",
      summary: "Write a sequence document that the story's machine can be checked with",
    },
    close: { type: "flag", summary: "Close the episode: the count begins anew (with the store)" },
    dryRun: { type: "flag", summary: "Tell the paths, and write nothing" },
  },
  examples: [
    {
      line: "narrative episode --episode-number 7 --events-file beats.json",
      does: "Writes episodes/s01e07-<title>.md and .ncp.json.",
    },
    {
      line: "narrative episode --episode-number 1 --store sqlite:.loom/narrative.db --ncp2 --close",
      does: "Writes the open episode, and begins the next.",
    },
  ],
} as const satisfies CommandSpec;

/** The row of `narrative open`. */
export const NARRATIVE_OPEN = {
  name: "narrative open",
  group: "narrative",
  summary: "Lay down the documents of the story: its machine, its records, its system",
  details: [
    "Documents that are there stay as they are. The result is the path of the story's machine, which other commands take as their document; canvases that have it open show where the story stands while a bridge runs with LOOM_BRIDGE_URL.",
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
    { line: "narrative open", does: "Writes .loom/narrative/story.smdf.json and those beside it." },
  ],
} as const satisfies CommandSpec;

/** The row of `narrative watch`. */
export const NARRATIVE_WATCH = {
  name: "narrative watch",
  group: "narrative",
  summary: "Show where the story stands, and each beat as it comes",
  arguments: [],
  options: {
    once: { type: "flag", summary: "Show it once" },
    ...STORE_OPTIONS,
  },
  examples: [
    { line: "narrative watch", does: "Shows act and leads, then a line for each beat." },
    { line: "narrative watch --json", does: "The same for a program, a line of JSON each." },
  ],
} as const satisfies CommandSpec;

/** The row of `narrative amend`. */
export const NARRATIVE_AMEND = {
  name: "narrative amend",
  group: "narrative",
  summary: "Correct what a beat is in the story; what it was is kept beside it",
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
  summary: "Delete all that is kept of a repository, of what a person did, or of one event",
  details: [
    "Repository and person are known from analyses, and the repository of what was fetched from its event's id. Of a beat that came without an analysis, or whose analysis was forgotten with time, nothing else tells: how many there are is told, --json lists their events as unknown, and each goes by --event.",
    "What was told in episodes stays in their files.",
  ],
  arguments: [],
  options: {
    repo: { type: "text", value: "owner/name", summary: "The repository" },
    login: { type: "text", value: "login", summary: "The person" },
    event: { type: "text", value: "id", summary: "The event" },
    ...STORE_OPTIONS,
    dryRun: { type: "flag", summary: "Tell what would be deleted, and delete nothing" },
  },
  examples: [{
    line: "narrative forget --login ann",
    does: "Deletes the events that ann caused, and their beats.",
  }],
} as const satisfies CommandSpec;
