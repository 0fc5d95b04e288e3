import { LoomError } from "../../error.ts";
import { isObject, type JsonObject } from "../../json/value.ts";
import type { TextDocument, TextRemark } from "../../kind.ts";
import { emptySequence } from "../templates.ts";
import type { SequenceDefinition, SqdMessage, SqdParticipant } from "../types.ts";

/** The most spans of a trace that are read. */
const MOST_SPANS = 10_000;

/** A span, with the members that a scenario needs. */
interface Span {
  readonly trace: string;
  readonly id: string;
  readonly parent: string;
  readonly name: string;
  readonly service: string;
  /** Nanoseconds since 1970. */
  readonly start: bigint;
  readonly end: bigint;
  readonly isError: boolean;
}

/** True for a text of OpenTelemetry traces: OTLP JSON, as one value or one a line. */
export function isTraces(text: string): boolean {
  return /^[\s\uFEFF]*\{/.test(text) && /"resource_?[sS]pans"\s*:/.test(text);
}

/**
 * Reads a scenario from OpenTelemetry traces (OTLP JSON, one value or one a line): services are participants, a call from
 * one service to another is a message, and its end is a reply. Of several traces the one with the most spans is read.
 *
 * @param name The name of the scenario.
 * @throws {LoomError} `bad_traces` when the text is no OTLP JSON or has no span.
 */
export function readTraces(text: string, name: string): TextDocument<SequenceDefinition> {
  const spans = valuesIn(text).flatMap(spansIn);
  const traces = [...Map.groupBy(spans, ({ trace }) => trace).values()].toSorted((a, b) =>
    b.length - a.length
  );
  const [trace, ...others] = traces;
  if (trace === undefined) {
    throw new LoomError("bad_traces", "The traces have no span: give what an OTLP exporter writes as JSON.");
  }
  const remarks: TextRemark[] = [];
  const note = (message: string) => remarks.push({ code: "left_out", message, line: 1, column: 1 });
  if (others.length > 0) {
    note(`The trace ${trace[0]?.trace} was read, and ${others.length} with fewer spans left out.`);
  }
  const read = trace.slice(0, MOST_SPANS);
  if (read.length < trace.length) note(`Only the first ${MOST_SPANS} of ${trace.length} spans were read.`);
  const { messages, inner, errors } = messagesOf(read);
  if (inner > 0) {
    note(
      `${inner === 1 ? "1 span" : `${inner} spans`} inside one service was left out.`.replace(
        "spans inside one service was",
        "spans inside one service were",
      ),
    );
  }
  if (errors > 0) {
    note(`${errors === 1 ? "1 call ends" : `${errors} calls end`} in an error: the reply says so.`);
  }
  const participants = new Set(messages.flatMap(({ from, to }) => [from, to]));
  return {
    definition: {
      settings: emptySequence(name).settings,
      participants: Array.from(participants, (one): SqdParticipant => ({ name: one, service: one })),
      messages,
    },
    remarks,
  };
}

/** The messages of a trace in the order of time. */
function messagesOf(spans: readonly Span[]): { messages: SqdMessage[]; inner: number; errors: number } {
  const byId = new Map(spans.map((span) => [span.id, span]));
  const calls = spans.filter((span) => callerOf(span, byId) !== span.service);
  const moments = calls.flatMap((span, order) => {
    const caller = callerOf(span, byId);
    const call: SqdMessage = { from: caller, to: span.service, label: span.name || "calls" };
    const reply: SqdMessage = {
      from: span.service,
      to: caller,
      label: span.isError ? "fails" : "answers",
      reply: true,
    };
    // At one moment calls come before their replies, and inner replies before outer ones.
    return [
      { at: span.start, rank: order, message: call },
      { at: span.end, rank: 2 * spans.length - order, message: reply },
    ];
  }).toSorted((a, b) => a.at < b.at ? -1 : a.at > b.at ? 1 : a.rank - b.rank);
  return {
    messages: moments.map(({ message }) => message),
    inner: spans.length - calls.length,
    errors: calls.filter(({ isError }) => isError).length,
  };
}

/** The service that a span is called from: that of its parent, else somebody outside. */
function callerOf({ parent }: Span, byId: ReadonlyMap<string, Span>): string {
  return (parent === "" ? undefined : byId.get(parent))?.service ?? "Outside";
}

function valuesIn(text: string): JsonObject[] {
  const whole = parsed(text);
  if (whole !== undefined) return [whole];
  return text.split("\n").filter((line) => line.trim() !== "").map((line, index) => {
    const value = parsed(line);
    if (value !== undefined) return value;
    throw new LoomError(
      "bad_traces",
      `Line ${index + 1} of the traces is no JSON object: give OTLP JSON, one value a line.`,
    );
  });
}

function parsed(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    return isObject(value) ? value as JsonObject : undefined;
  } catch {
    return undefined;
  }
}

/** The spans of one OTLP value; members have the names of protobuf's JSON or those of its fields. */
function spansIn(value: JsonObject): Span[] {
  return listOf(value, "resourceSpans", "resource_spans").flatMap((resource) => {
    const service = serviceOf(resource.resource) ?? "unknown service";
    return listOf(resource, "scopeSpans", "scope_spans", "instrumentationLibrarySpans").flatMap((scope) =>
      listOf(scope, "spans").map((span) => spanOf(span, service))
    );
  });
}

function spanOf(span: JsonObject, service: string): Span {
  const text = (...names: string[]) =>
    String(names.map((name) => span[name]).find((one) => one !== undefined) ?? "");
  const { status } = span;
  const code = isObject(status) ? String(status.code ?? "") : "";
  return {
    trace: text("traceId", "trace_id"),
    id: text("spanId", "span_id"),
    parent: text("parentSpanId", "parent_span_id"),
    name: text("name"),
    service,
    start: nanoseconds(text("startTimeUnixNano", "start_time_unix_nano")),
    end: nanoseconds(text("endTimeUnixNano", "end_time_unix_nano")),
    isError: code === "2" || code === "STATUS_CODE_ERROR",
  };
}

function nanoseconds(text: string): bigint {
  return /^\d{1,30}$/.test(text) ? BigInt(text) : 0n;
}

function serviceOf(resource: unknown): string | undefined {
  const attributes = isObject(resource) ? listOf(resource as JsonObject, "attributes") : [];
  const { value } = attributes.find(({ key }) => key === "service.name") ?? {};
  const name: unknown = isObject(value) ? value.stringValue ?? value.string_value : undefined;
  return typeof name === "string" && name.trim() !== "" ? name.trim() : undefined;
}

function listOf(holder: JsonObject, ...names: string[]): JsonObject[] {
  const list: unknown = names.map((name) => holder[name]).find((one) => one !== undefined);
  return Array.isArray(list) ? list.filter(isObject) as JsonObject[] : [];
}
