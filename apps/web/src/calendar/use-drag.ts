import { type DragEvent, useRef, useState } from "react";
import { type Slot, useTouchDrag } from "./use-touch-drag";

/**
 * Entries of a calendar that a mouse drags to another slot, or a finger after a long press. Something else must do the
 * same for the keyboard.
 */
export type Drag<Entry> = {
  /** Makes an element carry an entry. */
  readonly handle: (entry: Entry) => object;
  /** Makes an element take what is dragged. */
  readonly target: (slot: Slot) => object;
  /** what is being dragged */
  readonly dragged: Entry | null;
};

/** @param mayDrop whether an entry may be dropped there; anywhere without it */
export function useDrag<Entry>(
  onDrop: (entry: Entry, slot: Slot) => void,
  mayDrop: (entry: Entry, slot: Slot) => boolean = () => true,
): Drag<Entry> {
  // The events of one drag may come before the next render.
  const dragged = useRef<{ entry: Entry } | null>(null);
  const [shown, setShown] = useState<typeof dragged.current>(null);

  function keep(next: typeof dragged.current) {
    dragged.current = next;
    setShown(next);
  }

  const takes = (slot: Slot) => dragged.current !== null && mayDrop(dragged.current.entry, slot);

  function drop(slot: Slot) {
    if (!dragged.current || !takes(slot)) return;
    const { entry } = dragged.current;
    keep(null);
    onDrop(entry, slot);
  }

  const finger = useTouchDrag({ onEnd: () => keep(null), onDrop: drop });

  return {
    handle: (entry) => ({
      ...finger.handle(() => keep({ entry })),
      draggable: true,
      onDragStart({ dataTransfer }: DragEvent) {
        dataTransfer.effectAllowed = "move";
        dataTransfer.setData("text/plain", "");
        keep({ entry });
      },
      onDragEnd: () => keep(null),
    }),
    target: (slot) => ({
      ...finger.target(slot),
      "data-drop": (shown && mayDrop(shown.entry, slot)) || undefined,
      onDragOver(event: DragEvent) {
        if (takes(slot)) event.preventDefault();
      },
      onDrop(event: DragEvent) {
        if (!dragged.current || !takes(slot)) return;
        event.preventDefault();
        drop(slot);
      },
    }),
    dragged: shown?.entry ?? null,
  };
}
