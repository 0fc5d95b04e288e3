import { endsOf, relationshipsOf, type Size } from "@loom/protocol";
import type { VNode } from "preact";
import { Menu, type MenuItem } from "../menu.tsx";
import { canEdit, command, type ErdBoard } from "./board.ts";
import {
  addAttribute,
  addEntity,
  editAttribute,
  editLabel,
  removeInHand,
  renameEntity,
  updating,
} from "./edits.ts";
import { END_CHOICES, withEnd } from "./relating.ts";

interface MenusProps {
  readonly board: ErdBoard;
  readonly size: Size;
}

/** The menus of a diagram: that of an end of a relationship, and that of the part under the pointer. */
export function ErdMenus({ board, size }: MenusProps): VNode | null {
  const { endMenu, menu } = board.state;
  const close = () => {
    board.set({ endMenu: undefined, menu: undefined });
    board.tools?.pane?.focus({ preventScroll: true });
  };
  if (endMenu) {
    const { items, label } = endItems(board, endMenu.index, endMenu.end);
    return (
      <Menu
        key={`${endMenu.index} ${endMenu.end}`}
        label={label}
        items={items}
        at={endMenu.at}
        size={size}
        onClose={close}
      />
    );
  }
  if (!menu) return null;
  return <Menu label="Edits" items={itemsOf(board)} at={menu.at} size={size} onClose={close} />;
}

function endItems(board: ErdBoard, index: number, end: 0 | 1) {
  const value = relationshipsOf(board.props.definition).find((one) => one.index === index)?.value ?? {};
  const line = board.scene.lines.find((one) => one.index === index);
  const ends = endsOf(value);
  const [entity, other] = end === 0 ? [line?.from, line?.to] : [line?.to, line?.from];
  const now = ends[end];
  const items = END_CHOICES.map((choice): MenuItem => ({
    text: `${choice.maximum === now.maximum && choice.minimum === now.minimum ? "✓ " : ""}${choice.text} ${
      entity ?? ""
    }`,
    run: () => void command(board, [updating(board, index, withEnd(ends, end, choice))]),
  }));
  const turn: MenuItem = {
    text: "Edit the other end",
    run: () =>
      board.set({
        endMenu: { index, end: end === 0 ? 1 : 0, at: board.state.endMenu?.at ?? { x: 0, y: 0 } },
      }),
  };
  return { items: [...items, undefined, turn], label: `Each ${other ?? ""} has` };
}

function itemsOf(board: ErdBoard): (MenuItem | undefined)[] {
  const { menu, hand } = board.state;
  const hit = menu?.hit;
  const isDisabled = !canEdit(board);
  const remove: MenuItem = {
    text: "Remove",
    keys: "Delete",
    isDisabled,
    run: () => void removeInHand(board),
  };
  if (hit === undefined) {
    return [
      { text: "Add entity", keys: "N", isDisabled, run: () => menu && addEntity(board, menu.world) },
      {
        text: "Select all",
        keys: "Ctrl A",
        run: () =>
          board.set({ hand: { ...hand, entities: new Set(board.scene.tables.map(({ name }) => name)) } }),
      },
      undefined,
      { text: "Fit", keys: "0", run: () => board.tools?.handle.fit() },
    ];
  }
  if ("index" in hit) {
    return [
      { text: "Edit the verb", keys: "Enter", isDisabled, run: () => editLabel(board, hit.index) },
      ...([0, 1] as const).map((end): MenuItem => {
        const line = board.scene.lines.find((one) => one.index === hit.index);
        return {
          text: `How many ${(end === 0 ? line?.from : line?.to) ?? ""} …`,
          isDisabled,
          run: () => board.set({ endMenu: { index: hit.index, end, at: menu?.at ?? { x: 0, y: 0 } } }),
        };
      }),
      undefined,
      remove,
    ];
  }
  const { entity } = hit;
  const machines = hit.kind === "row" ? hit.stateOf : [];
  return [
    hit.kind === "row"
      ? { text: "Edit", keys: "Enter", isDisabled, run: () => editAttribute(board, entity, hit.attribute) }
      : { text: "Rename", keys: "Enter", isDisabled, run: () => renameEntity(board, entity) },
    { text: "Add attribute", keys: "A", isDisabled, run: () => addAttribute(board, entity) },
    {
      text: "Relate to …",
      keys: "C",
      isDisabled,
      run: () =>
        board.set({
          relating: { entity, attribute: hit.kind === "row" ? hit.attribute : undefined },
          said: "Choose the other element.",
        }),
    },
    ...machines.map((machine): MenuItem => ({
      text: `Open ${machine}`,
      keys: "O",
      run: () => board.props.onOpenMachine?.(machine),
    })),
    undefined,
    remove,
  ];
}
