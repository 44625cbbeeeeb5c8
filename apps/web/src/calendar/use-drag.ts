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
};

/** @param rules where an entry may be dropped, anywhere without it; `onStart` hears what is dragged */
export function useDrag<Entry>(
  onDrop: (entry: Entry, slot: Slot) => void,
  rules: { takes?: (entry: Entry, slot: Slot) => boolean; onStart?: (entry: Entry) => void } = {},
): Drag<Entry> {
  // The events of one drag may come before the next render.
  const dragged = useRef<{ entry: Entry } | null>(null);
  const [isDragging, setIsDragging] = useState(false);

  function keep(next: typeof dragged.current) {
    dragged.current = next;
    setIsDragging(next !== null);
  }

  function start(entry: Entry) {
    keep({ entry });
    rules.onStart?.(entry);
  }

  const takes = (slot: Slot) =>
    dragged.current !== null && (rules.takes?.(dragged.current.entry, slot) ?? true);

  function drop(slot: Slot) {
    if (!dragged.current || !takes(slot)) return;
    const { entry } = dragged.current;
    keep(null);
    onDrop(entry, slot);
  }

  const finger = useTouchDrag({ onEnd: () => keep(null), onDrop: drop });

  return {
    handle: (entry) => ({
      ...finger.handle(() => start(entry)),
      draggable: true,
      onDragStart({ dataTransfer }: DragEvent) {
        dataTransfer.effectAllowed = "move";
        dataTransfer.setData("text/plain", "");
        start(entry);
      },
      onDragEnd: () => keep(null),
    }),
    target: (slot) => ({
      ...finger.target(slot),
      "data-drop": (isDragging && takes(slot)) || undefined,
      onDragOver(event: DragEvent) {
        if (takes(slot)) event.preventDefault();
      },
      onDrop(event: DragEvent) {
        if (!dragged.current || !takes(slot)) return;
        event.preventDefault();
        drop(slot);
      },
    }),
  };
}
