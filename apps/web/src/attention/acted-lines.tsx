import type { Attention, AttentionItem, AttentionKind } from "@korki/contracts/attention";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from "react";

/** How long a line that was acted upon stays in place, so that a second tap does not hit the next one. */
const KEPT_MS = 5_000;

type Acted = { kind: AttentionKind; item: AttentionItem; at: number; label: string };
/** A line of a kind; `acted` names what was just done with it. */
type ShownLine = { item: AttentionItem; acted: string | null };
export type ShownKind = { kind: AttentionKind; count: number; lines: ShownLine[] };

type NoteActed = (kind: AttentionKind, items: readonly AttentionItem[], label: string) => void;

const ActedContext = createContext<NoteActed>(() => undefined);

/** Returns what notes that lines of a kind were acted upon, the upper first. */
export function useNoteActed() {
  return useContext(ActedContext);
}

/** Gives its children the lines, among them for a while those that were acted upon and are gone from the data. */
export function ActedLines(props: { data: Attention; children: (kinds: ShownKind[]) => ReactNode }) {
  const { data, children } = props;
  /** By act. */
  const [acted, setActed] = useState<readonly Acted[][]>([]);
  const note = useCallback<NoteActed>(
    (kind, items, label) => {
      const places = (data.find((group) => group.kind === kind)?.items ?? []).map(lineKey);
      const lines = items.map((item, index) => {
        const at = places.indexOf(lineKey(item));
        return { kind, item, label, at: at < 0 ? index : at };
      });
      setActed((before) => [...before, lines]);
    },
    [data],
  );
  const [oldest] = acted;
  useEffect(() => {
    if (!oldest) return;
    const timer = setTimeout(() => setActed((before) => before.slice(1)), KEPT_MS);
    return () => clearTimeout(timer);
  }, [oldest]);
  return <ActedContext value={note}>{children(withActed(data, acted.flat()))}</ActedContext>;
}

/** Tells one line of a kind from the others. */
export function lineKey(item: AttentionItem): string {
  const { lessonId, trialLessonId, notificationId, invoiceId, moveId, approvalId, documentId, studentId } =
    item;
  const id = lessonId ?? trialLessonId ?? notificationId ?? invoiceId ?? moveId ?? approvalId;
  return id ?? `${documentId ?? ""} ${studentId ?? ""} ${item.text}`;
}

/** Puts lines that were acted upon back to where they were. */
export function withActed(data: Attention, acted: readonly Acted[]): ShownKind[] {
  const kinds: ShownKind[] = data.map(({ kind, count, items }) => ({
    kind,
    count,
    lines: items.map((item) => ({ item, acted: null })),
  }));
  for (const { kind, item, at, label } of acted) {
    let group = kinds.find((other) => other.kind === kind);
    if (!group) {
      group = { kind, count: 0, lines: [] };
      kinds.push(group);
    }
    const known = group.lines.find((line) => lineKey(line.item) === lineKey(item));
    if (known) known.acted = label;
    else group.lines.splice(at, 0, { item, acted: label });
  }
  return kinds;
}
