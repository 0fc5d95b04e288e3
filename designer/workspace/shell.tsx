import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Board } from "./board_props.ts";
import { CommandPanel } from "./command_panel.tsx";
import { CodeMode } from "./code_mode.tsx";
import { Conflicts } from "./conflict.tsx";
import { type Said, useWorkspace } from "./context.ts";
import { useDocuments } from "./document_list.tsx";
import { FindingList, keysWith } from "./finding_list.tsx";
import { Header } from "./header.tsx";
import { openFile } from "./imports.ts";
import { Start } from "./start.tsx";
import { Outline } from "./outline.tsx";
import { Palette } from "./palette.tsx";
import { paletteItems } from "./palette_items.ts";
import { partsFor } from "./page_kinds.ts";
import { PhoneBar, type PhonePanel } from "./phone_bar.tsx";
import { Properties } from "./properties.tsx";
import { isWide, useLayout, useRemembered, useScale } from "./remembered.ts";
import { Sheet } from "./sheet.tsx";
import { SidePanel } from "./side_panel.tsx";
import { SystemSection } from "./system_section.tsx";
import { useShortcuts } from "./use_shortcuts.ts";
import { ViewNote } from "./presence.tsx";

interface ShellProps {
  readonly board: Board;
  /** The last sentence for the person. */
  readonly said: Said;
  /** The command whose form is asked for. */
  readonly asked: string | undefined;
  readonly onAsked: () => void;
}

/** The panels beside the canvas, as a browser remembers them. */
const PANELS = { left: 240, right: 300, rightOpen: true };

/** The frame of a workspace: header, panels, and the canvas or what the mode shows in its place. */
export function Shell({ board, said, asked, onAsked }: ShellProps) {
  const workspace = useWorkspace();
  const { row, session, mode, setMode, select, step } = workspace;
  const layout = useLayout();
  const documents = useDocuments();
  const [isSearching, setSearching] = useState(false);
  const [panels, setPanels] = useRemembered("panels", { ...PANELS, leftOpen: isWide() });
  const [over, setOver] = useState({ left: false, right: false });
  const [phone, setPhone] = useState<PhonePanel>();
  const scale = useScale();
  const isDesktop = layout === "desktop";
  const isOpen = {
    left: isDesktop ? panels.leftOpen : over.left,
    right: isDesktop ? panels.rightOpen : over.right || asked !== undefined,
  };
  const togglePanel = (side: "left" | "right") => {
    if (layout === "phone") return setPhone(side === "left" ? "outline" : "properties");
    if (isDesktop) return setPanels({ [`${side}Open`]: !isOpen[side] });
    if (asked !== undefined && side === "right") onAsked();
    setOver({ left: false, right: false, [side]: !isOpen[side] });
  };
  useShortcuts([
    { key: "k", ctrl: true, run: () => setSearching(true) },
    { key: "/", run: () => setSearching(true) },
    { key: "z", ctrl: true, shift: false, run: () => step("undo") },
    { key: "z", ctrl: true, shift: true, run: () => step("redo") },
    { key: "y", ctrl: true, run: () => step("redo") },
    { key: "s", ctrl: true, run: () => session.save() },
    { key: "[", run: () => togglePanel("left") },
    { key: "]", run: () => togglePanel("right") },
    { key: "escape", run: () => asked === undefined ? select("") : onAsked() },
    ...(["design", "run", "check", "code"] as const).map((one, at) => ({
      key: String(at + 1),
      alt: true,
      run: () => (one !== "run" || partsFor(row.kind)?.Run !== undefined) && setMode(one),
    })),
  ]);
  const right = asked === undefined
    ? <Properties />
    : <CommandPanel key={asked} first={asked} onDone={onAsked} />;
  const main = useRef<HTMLElement>(null);
  const content = <Main board={board} />;
  return (
    <div class="workspace" data-layout={layout} data-mode={mode} data-ready="1">
      <button type="button" class="skip" onClick={() => main.current?.focus()}>Skip to the document</button>
      <Header onSearch={() => setSearching(true)} />
      <Conflicts />
      <Toast said={said} />
      {layout === "phone"
        ? (
          <>
            <main class="middle" ref={main} tabIndex={-1}>{content}</main>
            <PhoneBar
              open={asked === undefined ? phone : "properties"}
              onOpen={(panel) => {
                onAsked();
                setPhone(panel === phone ? undefined : panel);
              }}
              onMode={(next) => {
                onAsked();
                setPhone(undefined);
                setMode(next);
              }}
              onSearch={() => setSearching(true)}
            />
            {phone === undefined && asked === undefined ? null : (
              <Sheet
                title={phone === "outline" && asked === undefined ? "Outline" : "Properties"}
                onClose={() => {
                  onAsked();
                  setPhone(undefined);
                }}
              >
                {phone === "outline" && asked === undefined ? <Outline /> : right}
              </Sheet>
            )}
          </>
        )
        : (
          <div class="columns">
            <SidePanel
              side="left"
              title="Outline"
              icon="outline"
              isOpen={isOpen.left}
              isOver={!isDesktop}
              width={panels.left}
              onToggle={() => togglePanel("left")}
              onWidth={(left) => setPanels({ left })}
            >
              <Outline />
            </SidePanel>
            <main class="middle" ref={main} tabIndex={-1}>{content}</main>
            <SidePanel
              side="right"
              title="Properties"
              icon="properties"
              isOpen={isOpen.right}
              isOver={!isDesktop}
              width={panels.right}
              onToggle={() => togglePanel("right")}
              onWidth={(width) => setPanels({ right: width })}
            >
              {right}
            </SidePanel>
          </div>
        )}
      {isSearching
        ? (
          <Palette
            items={paletteItems(workspace, documents, {
              togglePanel,
              scale,
              openFile: () => openFile(workspace),
            })}
            onClose={() => setSearching(false)}
          />
        )
        : null}
    </div>
  );
}

/** The time that a sentence is shown, in milliseconds. */
const TOAST = 6_000;

/** The last sentence for the person, read out, and shown for a while. */
function Toast({ said }: { readonly said: Said }) {
  const [seen, setSeen] = useState<Said>();
  useEffect(() => {
    const timer = setTimeout(() => setSeen(said), TOAST);
    return () => clearTimeout(timer);
  }, [said]);
  const isShown = said.isShown && seen !== said;
  return <p class={isShown ? "toast" : "visually-hidden"} aria-live="polite">{said.text}</p>;
}

/** The middle of the page, by mode. The canvas stays while another mode is over it, as it was left. */
function Main({ board: Canvas }: { readonly board: Board }) {
  const workspace = useWorkspace();
  const { row, docId, def, snapshot, session, findings, selected, mode, elements } = workspace;
  const { system, select, hand, setHand, edit, record, step, say, isLocked, setLocked, inSight } = workspace;
  const marked = useMemo(() => ({
    errors: keysWith("error", findings, elements),
    warnings: keysWith("warning", findings, elements),
  }), [findings, elements]);
  const [isBegun, setBegun] = useState(false);
  const [active, setActive] = useState<readonly string[]>();
  const Run = partsFor(row.kind)?.Run;
  const isBlank = !isBegun && elements.length <= 1 && isEmpty(row, def);
  const isCanvas = mode === "design" || mode === "run";
  const wasBlank = useRef(false);
  wasBlank.current ||= isBlank;
  return (
    <>
      <ViewNote />
      {isBlank && mode === "design"
        ? <Start onBlank={() => setBegun(true)} />
        : (
          <div class="canvas-area" hidden={!isCanvas}>
            <Canvas
              row={row}
              docId={docId}
              def={def}
              active={mode === "run" ? active ?? snapshot.active : snapshot.active}
              selected={selected}
              {...marked}
              system={system}
              peers={snapshot.peers}
              readOnly={mode === "run"}
              isLocked={isLocked}
              onLock={setLocked}
              takesFocus={wasBlank.current}
              onSelect={select}
              inSight={inSight}
              hand={hand}
              onHand={setHand}
              onEdit={edit}
              onSay={say}
              onPointer={(cursor) => session.present({ cursor })}
              onStep={record}
              onUndo={() => step("undo")}
              onRedo={() => step("redo")}
            />
          </div>
        )}
      {mode === "run" && Run !== undefined ? <Run onActive={setActive} /> : null}
      {mode === "check"
        ? (
          <section class="mode" aria-label="Check">
            <FindingList />
            <SystemSection />
          </section>
        )
        : null}
      {mode === "code" ? <CodeMode /> : null}
    </>
  );
}

/** True for a document that holds nothing that a template would replace. */
function isEmpty({ content }: ReturnType<typeof useWorkspace>["row"], def: object): boolean {
  if (content === undefined) return false;
  return content.elements({ ...def }).length <= content.elements(content.empty("x")).length;
}
