import type { ReplayedPath } from "@loom/engine";
import { reasonOf } from "./ask_server.ts";
import { useState } from "preact/hooks";
import { useWorkspace } from "./context.ts";
import { addressOf } from "./document_list.tsx";
import { Icon } from "./icon.tsx";
import { editsOf, editTogether, fileIn, type SystemReport } from "./use_system.ts";

/** Relations between the documents of a system: findings, walks of scenarios, and their proposals. */
export function SystemSection() {
  const { system, row, checkSystem } = useWorkspace();
  if (system === undefined || system.members.length === 0) return null;
  const title = system.system?.name ?? "Documents beside this one";
  return (
    <div class="system-section">
      <header class="mode-head">
        <h2>{title}</h2>
        <button type="button" onClick={checkSystem}>Check again</button>
      </header>
      {row.kind === "system"
        ? <MemberFindings system={system} />
        : <p class="quiet">What this document and the others disagree on is among the findings above.</p>}
      <Replays system={system} />
      <Coverage system={system} />
      {row.kind === "system" || row.kind === "sequence" ? <Reconcile system={system} /> : null}
    </div>
  );
}

interface SectionProps {
  readonly system: SystemReport;
}

/** The findings about members, each of which leads to its element. */
function MemberFindings({ system }: SectionProps) {
  const groups = Map.groupBy(
    system.findings.filter(({ member }) => member !== undefined),
    ({ member }) => member,
  );
  if (groups.size === 0) return <p class="quiet">No findings in the members.</p>;
  return (
    <>
      {[...groups].map(([member, findings]) => (
        <section key={member} aria-label={member}>
          <h3>{member}</h3>
          <ul class="findings">
            {findings.map(({ severity, ruleId, message, element }, index) => (
              <li key={index} class={`finding ${severity}`}>
                <a class="plain finding-text" href={addressOf(fileIn(system, member) ?? "", element)}>
                  <Icon name={severity === "error" ? "error" : "warning"} />
                  <span>
                    <span class="visually-hidden">{severity}</span> {message}{" "}
                    <span class="rule">{ruleId}</span>
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

/** Walks of the machines along each path of the scenarios. */
function Replays({ system }: SectionProps) {
  const { row, docId } = useWorkspace();
  const shown = system.replays.filter(({ member }) =>
    row.kind === "system" || fileIn(system, member) === docId
  );
  if (shown.length === 0) return null;
  return (
    <section aria-label="Replay">
      <h3>Replay</h3>
      {shown.map(({ member, report }) => (
        <div key={member}>
          {row.kind === "system" ? <p class="quiet">{report.scenario || member}</p> : null}
          <ul class="findings">
            {report.paths.map((path) => (
              <PathLine key={path.name} path={path} file={fileIn(system, member) ?? docId} />
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

/** The parts of machines that no scenario touches, of this machine or of all of the system. */
function Coverage({ system: { members, coverage = [] } }: SectionProps) {
  const { row, docId } = useWorkspace();
  const shown = coverage.flatMap(({ machine, text, never }) => {
    const { file } = members.find(({ kind, name }) => kind === "machine" && name === machine) ?? {};
    return file !== undefined && (row.kind === "system" || file === docId) ? [{ file, text, never }] : [];
  });
  if (shown.length === 0) return null;
  return (
    <section aria-label="Coverage">
      <h3>What scenarios cover</h3>
      {shown.map(({ file, text, never }) => (
        <div key={file}>
          <p class="quiet">{text}</p>
          <ul class="findings">
            {never.slice(0, MOST_LINKS).map(({ element, text: what }, index) => (
              <li key={index} class="finding">
                <a class="plain finding-text" href={addressOf(file, element)}>{what}</a>
              </li>
            ))}
          </ul>
          {never.length > MOST_LINKS ? <p class="quiet">and {never.length - MOST_LINKS} more</p> : null}
        </div>
      ))}
    </section>
  );
}

function PathLine({ path: { name, accepted, stops: [stop], end }, file }: {
  readonly path: ReplayedPath;
  readonly file: string;
}) {
  const ends = Object.entries(end).map(([machine, states]) => `${machine} in ${states.join(" or ")}`).join(
    ", ",
  );
  const text = accepted || stop === undefined
    ? `${name}: every message is taken${ends === "" ? "" : `; ends with ${ends}`}`
    : `${name}: stops at message ${stop.ref}: ${stop.reason}`;
  return (
    <li class={`finding ${accepted ? "passed" : "warning"}`}>
      <a class="plain finding-text" href={addressOf(file, stop === undefined ? "" : `message:${stop.ref}`)}>
        <Icon name={accepted ? "check" : "warning"} />
        <span>{text}</span>
      </a>
    </li>
  );
}

/** Additions that scenarios ask of the other documents, to be chosen and made. */
function Reconcile({ system }: SectionProps) {
  const { row, docId, run, record, say, checkSystem } = useWorkspace();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [trouble, setTrouble] = useState("");
  const { proposals, unresolved } = system;
  const chosen = proposals.filter(({ id }) => !left.has(id));
  const apply = async () => {
    try {
      const edits = left.size === 0 ? system.edits : await editsOf(docId, chosen.map(({ id }) => id));
      record(await editTogether(edits));
      setTrouble("");
      say(
        `Applied ${changesText(chosen.length)} in ${
          edits.map(({ doc }) => doc.split("/").at(-1)).join(", ")
        }.`,
      );
    } catch (error) {
      setTrouble(reasonOf(error));
    }
    checkSystem();
  };
  return (
    <section aria-label="Reconcile">
      <h3>Reconcile</h3>
      {row.kind === "system"
        ? (
          <label class="row">
            <span>What scenarios ask for is</span>
            <select
              value={system.system?.mode}
              onChange={({ currentTarget: { value } }) =>
                setTrouble(run("reconcileMode.set", { mode: value }) ?? "")}
            >
              <option value="propose">proposed</option>
              <option value="auto">added by itself</option>
            </select>
          </label>
        )
        : null}
      {proposals.length === 0 ? <p class="quiet">The documents have what the scenarios ask for.</p> : (
        <>
          <ul class="findings">
            {proposals.map(({ id, document, reasons }) => (
              <li key={id}>
                <label class="proposal">
                  <input
                    type="checkbox"
                    checked={!left.has(id)}
                    onChange={() =>
                      setLeft(new Set(left.has(id) ? [...left].filter((one) => one !== id) : [...left, id]))}
                  />
                  <span>
                    {reasons.join("; ")} <span class="rule">{document}</span>
                  </span>
                </label>
              </li>
            ))}
          </ul>
          <p>
            <button type="button" class="primary" disabled={chosen.length === 0} onClick={() => void apply()}>
              Apply {changesText(chosen.length)}
            </button>
          </p>
        </>
      )}
      {unresolved.length === 0 ? null : (
        <>
          <h3>To be decided by a person</h3>
          <ul class="open-questions">{unresolved.map((text) => <li key={text}>{text}</li>)}</ul>
        </>
      )}
      {trouble === "" ? null : <p class="complaint" role="alert">{trouble}</p>}
    </section>
  );
}

function changesText(count: number): string {
  return `${count} ${count === 1 ? "change" : "changes"}`;
}

/** The elements of other documents that the element in hand is linked with; of the whole document when nothing is in hand. */
export function Links() {
  const { system, selected, docId } = useWorkspace();
  const own = system?.member;
  if (system === undefined || own === undefined || own === null) return null;
  const links = system.links.flatMap(({ from, to, text, back, rule }) => [
    ...(from.member === own ? [{ here: from, there: to, text, rule }] : []),
    ...(to.member === own ? [{ here: to, there: from, text: back, rule }] : []),
  ]).filter(({ here }) => selected === "" || `${here.kind}:${here.name}` === selected);
  if (links.length === 0) return null;
  return (
    <details class="part links" open={selected !== ""}>
      <summary>Links ({links.length})</summary>
      <ul>
        {links.slice(0, MOST_LINKS).map(({ here, there, text, rule }, index) => (
          <li key={index}>
            <a
              href={addressOf(fileIn(system, there.member) ?? docId, `${there.kind}:${there.name}`)}
              title={rule}
            >
              {selected === "" ? `${here.name} ` : ""}
              {text} <span class="quiet">{there.member}</span>
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The most links, and parts of a machine, that are listed. */
const MOST_LINKS = 60;
