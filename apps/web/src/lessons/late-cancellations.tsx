import type { Lesson } from "@korki/contracts/lessons";
import { cancellationScreenTexts as texts } from "@korki/contracts/texts/ledger-screens";
import { blockHours } from "@korki/domain";
import { Button, Group, Text } from "@mantine/core";
import { errorText } from "../server/errors";
import { trpc } from "../trpc";
import { type Column, DataTable } from "../ui/data-table";
import { formatShortDate, formatShortSubject, formatShortWeekday } from "../ui/formats";
import { ListSection } from "../ui/list-section";
import { toastError } from "../ui/toasts";
import { useListState } from "../ui/use-list-state";
import { newUndoId, offerUndo } from "../undo/offer-undo";

/**
 * A teacher's lessons that were cancelled late: each is decided here (rules §13). Nothing is shown while none waits.
 */
export function LateCancellations({ onOpen }: { onOpen: (lessonId: string) => void }) {
  const list = useListState({ name: "decyzje" });
  const { data: lessons } = trpc.lessons.lateCancellations.useQuery();
  const answer = trpc.lessons.answerLateCancellation.useMutation({
    onSuccess: ({ charged }, { undoId }) => offerUndo(texts.decided(charged), undoId),
    onError: (error) => toastError(errorText(error)),
  });
  if (!lessons || lessons.length === 0) return null;
  const pendingId = answer.isPending ? answer.variables.lessonId : null;
  return (
    <ListSection title={texts.undecided}>
      <Text c="dimmed" size="sm">
        {texts.undecidedText}
      </Text>
      <DataTable
        isShort
        label={texts.undecided}
        rows={lessons}
        rowKey={({ id }) => id}
        columns={columnsOf(
          (lessonId, charge) => answer.mutate({ lessonId, charge, undoId: newUndoId() }),
          pendingId,
        )}
        list={list}
        onOpen={({ id }) => onOpen(id)}
        empty={null}
      />
    </ListSection>
  );
}

function columnsOf(
  decide: (lessonId: string, charge: boolean) => void,
  pendingId: string | null,
): readonly Column<Lesson>[] {
  return [
    {
      key: "date",
      header: texts.date,
      onCard: "title",
      cell: ({ date }) => (
        <time dateTime={date}>
          {formatShortDate(date)}, {formatShortWeekday(date)}
        </time>
      ),
    },
    {
      key: "time",
      header: texts.time,
      cell: ({ block }) => <span className="tabular">{blockHours(block)}</span>,
    },
    { key: "student", header: texts.student, cell: ({ studentName }) => studentName },
    { key: "subject", header: texts.subject, cell: formatShortSubject },
    {
      key: "decide",
      header: texts.actions,
      headerHidden: true,
      align: "right",
      onCard: "action",
      cell: ({ id, studentName }) => (
        <Group gap="xs" justify="flex-end" inert={pendingId === id}>
          <Button size="xs" aria-label={texts.chargeOf(studentName)} onClick={() => decide(id, true)}>
            {texts.charge}
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={texts.doNotChargeOf(studentName)}
            onClick={() => decide(id, false)}
          >
            {texts.doNotCharge}
          </Button>
        </Group>
      ),
    },
  ];
}
