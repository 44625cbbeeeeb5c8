import type { Lesson } from "@korki/contracts/lessons";
import { shortSlot } from "@korki/contracts/texts/dates";
import { lessonDetailTexts as texts } from "@korki/contracts/texts/lesson-screens";
import { blockAt, lessonCan, spanHours } from "@korki/domain";
import { Alert, Button, Group, Stack } from "@mantine/core";
import { IconCalendarTime } from "@tabler/icons-react";
import { useActorFor } from "../family/family";
import { trpc } from "../trpc";
import { FormError } from "../ui/form-shell";
import { formatDay } from "../ui/formats";
import { takesBusyTime } from "../ui/takes-busy-time";
import { useNow } from "../ui/use-now";
import { newUndoId, offerUndo } from "../undo/offer-undo";

/** An open proposal of another time: one side may withdraw it, the other accept or decline. */
export function ProposalNotice({ lesson, viewer }: { lesson: Lesson; viewer: "Student" | "Teacher" }) {
  const actor = useActorFor(lesson.studentId);
  const now = useNow();
  const accept = trpc.lessons.acceptReschedule.useMutation({
    onSuccess: (_, { undoId }) => offerUndo(texts.moved, undoId),
  });
  const decline = trpc.lessons.declineReschedule.useMutation({
    onSuccess: (_, { undoId }) => offerUndo(texts.declined, undoId),
  });
  const withdraw = trpc.lessons.withdrawReschedule.useMutation();
  const { proposal } = lesson;
  if (!proposal) return null;

  async function askWhereBusy(refusal: unknown) {
    if (await takesBusyTime(refusal)) accept.mutate({ ...ref, overrideBusy: true, undoId: newUndoId() });
  }

  const may = lessonCan(actor, lesson, now);
  const ref = { lessonId: lesson.id, proposalId: proposal.id };
  const [day, hours] = [formatDay(proposal.date), spanHours(proposal.block, proposal.blocks)];
  const proposer = proposal.by === "Student" ? lesson.studentName : lesson.teacherName;
  const error = accept.error ?? decline.error ?? withdraw.error;
  const pending = accept.isPending || decline.isPending || withdraw.isPending;
  return (
    <Alert variant="light" icon={<IconCalendarTime size={20} aria-hidden />}>
      <Stack gap="sm">
        <span>
          {proposal.by === viewer
            ? texts.ownProposal(day, hours)
            : texts.otherProposal(proposer, shortSlot(proposal.date, proposal.block, proposal.blocks))}
          {proposal.blocks === 1 && lesson.partnerBlock !== null
            ? ` ${texts.otherHourStays(blockAt(lesson.partnerBlock).start)}`
            : null}
        </span>
        {error ? <FormError error={error} /> : null}
        <Group gap="xs">
          {may.includes("accept") ? (
            <Button
              size="sm"
              loading={accept.isPending}
              disabled={pending}
              onClick={() =>
                accept.mutate(
                  { ...ref, undoId: newUndoId() },
                  { onError: (refusal) => void askWhereBusy(refusal) },
                )
              }
            >
              {texts.accept}
            </Button>
          ) : null}
          {may.includes("decline") ? (
            <Button
              size="sm"
              variant="default"
              loading={decline.isPending}
              disabled={pending}
              onClick={() => decline.mutate({ ...ref, undoId: newUndoId() })}
            >
              {texts.decline}
            </Button>
          ) : null}
          {may.includes("withdraw") ? (
            <Button
              size="sm"
              variant="default"
              loading={withdraw.isPending}
              onClick={() => withdraw.mutate(ref)}
            >
              {texts.withdraw}
            </Button>
          ) : null}
        </Group>
      </Stack>
    </Alert>
  );
}
