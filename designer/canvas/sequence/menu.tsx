import type { Size } from "@loom/protocol";
import type { VNode } from "preact";
import { Menu, type MenuItem } from "../menu.tsx";
import { canEdit, command, messageAt, type SequenceBoard } from "./board.ts";
import {
  addAfter,
  addFragment,
  addParticipant,
  editFragment,
  editMessage,
  moveMessage,
  removeInHand,
  renameParticipant,
} from "./edits.ts";
import { placeOfRef } from "./message_text.ts";

const FRAGMENTS = [
  { kind: "alt", text: "Add an alternative to it" },
  { kind: "opt", text: "Add an option after it" },
  { kind: "loop", text: "Add a loop after it" },
  { kind: "par", text: "Add something beside, after it" },
] as const;

/** The menu of the part of a scenario that is under the pointer. */
export function SequenceMenu(
  { board, size }: { readonly board: SequenceBoard; readonly size: Size },
): VNode | null {
  const { menu } = board.state;
  if (!menu) return null;
  const close = () => {
    board.set({ menu: undefined });
    board.tools?.pane?.focus({ preventScroll: true });
  };
  return <Menu label="Edits" items={itemsOf(board)} at={menu.at} size={size} onClose={close} />;
}

function itemsOf(board: SequenceBoard): (MenuItem | undefined)[] {
  const hit = board.state.menu?.hit;
  const isDisabled = !canEdit(board);
  const remove: MenuItem = {
    text: "Remove",
    keys: "Delete",
    isDisabled,
    run: () => void removeInHand(board),
  };
  switch (hit?.kind) {
    case "message": {
      const { ref } = hit;
      const { at } = placeOfRef(ref);
      const message = messageAt(board, ref);
      const turn = (field: "reply" | "optional", text: string): MenuItem => ({
        text: `${message?.[field] === true ? "✓ " : ""}${text}`,
        isDisabled,
        run: () =>
          void command(board, [{
            id: "message.update",
            values: { ref, [field]: message?.[field] !== true },
          }]),
      });
      return [
        { text: "Edit", keys: "Enter", isDisabled, run: () => editMessage(board, ref) },
        { text: "Add message after it", keys: "A", isDisabled, run: () => addAfter(board) },
        {
          text: "Move up",
          keys: "Alt ↑",
          isDisabled: isDisabled || at === 1,
          run: () => moveMessage(board, ref, at - 1),
        },
        { text: "Move down", keys: "Alt ↓", isDisabled, run: () => moveMessage(board, ref, at + 1) },
        turn("reply", "Answers an earlier message"),
        turn("optional", "Optional"),
        undefined,
        ...FRAGMENTS.map(({ kind, text }): MenuItem => ({
          text,
          isDisabled,
          run: () => addFragment(board, kind, ref),
        })),
        undefined,
        remove,
      ];
    }
    case "participant":
      return [
        { text: "Rename", keys: "Enter", isDisabled, run: () => renameParticipant(board, hit.name) },
        { text: "Add participant", keys: "N", isDisabled, run: () => addParticipant(board) },
        undefined,
        remove,
      ];
    case "fragment":
      return [
        {
          text: "Edit the condition",
          keys: "Enter",
          isDisabled,
          run: () => editFragment(board, hit.ref),
        },
        undefined,
        remove,
      ];
    default:
      return [
        { text: "Add message", keys: "A", isDisabled, run: () => addAfter(board) },
        { text: "Add participant", keys: "N", isDisabled, run: () => addParticipant(board) },
        undefined,
        { text: "Fit", keys: "0", run: () => board.tools?.handle.fit() },
      ];
  }
}
