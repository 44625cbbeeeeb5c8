import type { AttentionItem } from "@korki/contracts/attention";
import { PAGE_SIZE_MAX } from "@korki/contracts/paging";
import { attentionTexts as texts } from "@korki/contracts/texts/attention";
import { bulkTexts } from "@korki/contracts/texts/bulk";
import { UNDO_SECONDS } from "@korki/domain";
import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { errorText } from "../server/errors";
import { trpcClient } from "../trpc";
import { toastError } from "../ui/toasts";
import { newUndoId, offerUndo } from "../undo/offer-undo";
import { useNoteActed } from "./acted-lines";
import styles from "./attention-panel.module.css";
import { confirmEach } from "./confirm-each";

const kind = "to-confirm";
/** Refused lessons that a toast has room for; all of them stay in the list. */
const REFUSED_SHOWN = 5;

/** Confirms every lesson that waits for it, also those that are not shown; one button takes all back. */
export function ConfirmAllButton({ count, shown }: { count: number; shown: readonly AttentionItem[] }) {
  const note = useNoteActed();
  const confirm = useMutation({
    mutationFn: confirmAll,
    onSuccess({ confirmed, refused, undoIds }) {
      const names = new Set(refused.map(({ name }) => name));
      note(
        kind,
        shown.filter(({ text }) => !names.has(text)),
        texts.confirmed,
      );
      if (confirmed > 0) offerUndo(bulkTexts.confirmed(confirmed), ...undoIds);
      if (refused.length > 0) toastError(<Refused lessons={refused} />, UNDO_SECONDS * 1000);
    },
    onError: (error) => toastError(errorText(error)),
  });
  return (
    <Button size="xs" variant="default" loading={confirm.isPending} onClick={() => confirm.mutate()}>
      {texts.confirmAll(count)}
    </Button>
  );
}

async function confirmAll() {
  const { items } = await trpcClient.attention.list.query({ kind, pageSize: PAGE_SIZE_MAX });
  const undoIds: string[] = [];
  async function named<Answer>(call: (undoId: string) => Promise<Answer>): Promise<Answer> {
    const undoId = newUndoId();
    const answer = await call(undoId);
    undoIds.push(undoId);
    return answer;
  }
  const outcome = await confirmEach(items, {
    lesson: (lessonId) => named((undoId) => trpcClient.lessons.confirm.mutate({ lessonId, undoId })),
    series: (seriesId) => named((undoId) => trpcClient.series.confirm.mutate({ seriesId, undoId })),
  });
  return { ...outcome, undoIds };
}

function Refused({ lessons }: { lessons: readonly { name: string; reason: string }[] }) {
  return (
    <>
      {bulkTexts.left(lessons.length)}
      <ul className={styles.refused}>
        {lessons.slice(0, REFUSED_SHOWN).map(({ name, reason }) => (
          <li key={name}>
            {name}: {reason}
          </li>
        ))}
      </ul>
    </>
  );
}
