import type { CivilDate } from "@korki/domain";
import { type DragEvent, useState } from "react";

/** Where an entry of a calendar may be dropped; `lane` tells rows of one block apart, e.g. of several teachers. */
type Slot = { readonly date: CivilDate; readonly block: number; readonly lane?: string };

/** Entries of a calendar that a mouse drags to another slot. Something else must do the same for the keyboard. */
export type Drag<Entry> = {
  readonly isDragging: boolean;
  /** Makes an element carry an entry; `lane`: it may be dropped there alone. */
  readonly handle: (entry: Entry, lane?: string) => object;
  /** Makes an element take what is dragged. */
  readonly target: (slot: Slot) => object;
};

export function useDrag<Entry>(onDrop: (entry: Entry, slot: Slot) => void): Drag<Entry> {
  const [dragged, setDragged] = useState<{ entry: Entry; lane: string | undefined } | null>(null);
  return {
    isDragging: dragged !== null,
    handle: (entry, lane) => ({
      draggable: true,
      onDragStart({ dataTransfer }: DragEvent) {
        dataTransfer.effectAllowed = "move";
        dataTransfer.setData("text/plain", "");
        setDragged({ entry, lane });
      },
      onDragEnd: () => setDragged(null),
    }),
    target(slot) {
      if (!dragged || (dragged.lane !== undefined && dragged.lane !== slot.lane)) return {};
      return {
        "data-drop": true,
        onDragOver: (event: DragEvent) => event.preventDefault(),
        onDrop(event: DragEvent) {
          event.preventDefault();
          setDragged(null);
          onDrop(dragged.entry, slot);
        },
      };
    },
  };
}
