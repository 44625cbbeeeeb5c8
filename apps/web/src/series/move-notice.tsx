import type { Series } from "@korki/contracts/series";
import { attentionTexts } from "@korki/contracts/texts/attention";
import { shortInstant } from "@korki/contracts/texts/dates";
import { seriesScreenTexts as texts } from "@korki/contracts/texts/series-screens";
import { stayingSlot, weeklyHours } from "@korki/contracts/texts/series-summary";
import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { IconCalendarTime } from "@tabler/icons-react";
import { useState } from "react";
import { trpc } from "../trpc";
import { FormError } from "../ui/form-shell";
import { formatDay } from "../ui/formats";
import { takesBusyTime } from "../ui/takes-busy-time";
import { toastSuccess } from "../ui/toasts";
import { newUndoId, offerUndo } from "../undo/offer-undo";
import { MovedDates } from "./outcome-strip";

const DONE = { accept: texts.moveAccepted, decline: texts.moveDeclined } as const;

/** A wish to move a weekly lesson: the teacher answers it, the student's side may withdraw it. */
export function MoveNotice(props: { series: Series; side: "Student" | "Teacher"; mayAct: boolean }) {
  const { series, side, mayAct } = props;
  const [isOpen, setIsOpen] = useState(false);
  const answer = trpc.series.answerMove.useMutation({
    onSuccess: (_, { answer: given, undoId }) => offerUndo(DONE[given], undoId),
  });
  const withdraw = trpc.series.withdrawMove.useMutation({
    onSuccess: () => toastSuccess(texts.moveWithdrawn),
  });
  const { move } = series;
  if (!move) return null;
  const error = answer.error ?? withdraw.error;
  const moving = move.dates.filter(({ outcome }) => outcome === "free");
  const lessons = moving.length * series.blocks;
  const { everyWeeks, blocks } = series;
  const [from, to] = [weeklyHours(series), weeklyHours({ ...move, everyWeeks, blocks })];
  const day = formatDay(moving[0]?.date ?? move.from);
  const ref = { seriesId: series.id, moveId: move.id };
  const choose = (given: keyof typeof DONE) =>
    answer.mutate(
      { ...ref, answer: given, undoId: newUndoId() },
      { onError: (refusal) => void askWhereBusy(refusal) },
    );
  async function askWhereBusy(refusal: unknown) {
    if (await takesBusyTime(refusal))
      answer.mutate({ ...ref, answer: "accept", overrideBusy: true, undoId: newUndoId() });
  }
  return (
    <Alert variant="light" icon={<IconCalendarTime size={20} aria-hidden />}>
      <Stack gap="sm">
        <Text size="sm">
          {side === "Student"
            ? texts.ownMove(from, to, lessons, day)
            : texts.waitingMove(series.studentName, from, to, lessons, day)}{" "}
          {texts.meanwhile(stayingSlot(series, move), shortInstant(new Date(move.expiresAt)))}
        </Text>
        {isOpen ? <MovedDates dates={move.dates} /> : null}
        {error ? <FormError error={error} /> : null}
        <Group gap="xs">
          {side === "Teacher" ? (
            <>
              <Button size="sm" disabled={answer.isPending} onClick={() => choose("accept")}>
                {attentionTexts.accept}
              </Button>
              <Button
                size="sm"
                variant="default"
                disabled={answer.isPending}
                onClick={() => choose("decline")}
              >
                {attentionTexts.decline}
              </Button>
            </>
          ) : mayAct ? (
            <Button
              size="sm"
              variant="default"
              loading={withdraw.isPending}
              onClick={() => withdraw.mutate(ref)}
            >
              {texts.withdrawMove}
            </Button>
          ) : null}
          <Button size="sm" variant="subtle" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? texts.hideDates : texts.dates(move.dates.length)}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
