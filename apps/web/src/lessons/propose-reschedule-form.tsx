import type { Lesson, ProposeRescheduleInput } from "@korki/contracts/lessons";
import { lessonDetailTexts as texts } from "@korki/contracts/texts/lesson-screens";
import { Checkbox, Text } from "@mantine/core";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { doubleStarts } from "../lesson-parts/double-lessons";
import { type Slot, SlotPicker, slotFaults } from "../lesson-parts/slot-picker";
import { trpc } from "../trpc";
import { FormShell } from "../ui/form-shell";
import { LeaveButton } from "../ui/leave-button";
import { takesBusyTime } from "../ui/takes-busy-time";
import { saved } from "../ui/toasts";

/** Another free block of the same teacher, for the other side to accept; the present one stays taken meanwhile. */
export function ProposeRescheduleForm(props: { lesson: Lesson; otherName: string; onClose: () => void }) {
  const { lesson, otherName, onClose } = props;
  const freeDays = trpc.availability.freeDays.useQuery({
    teacherId: lesson.teacherId,
    forLessonId: lesson.id,
  });
  const { partnerBlock } = lesson;
  const isDouble = partnerBlock !== null;
  const [alone, setAlone] = useState(false);
  const span = isDouble && !alone ? 2 : 1;
  const own = { date: lesson.date, blocks: [lesson.block, partnerBlock ?? lesson.block] };
  const starts =
    span === 2 && freeDays.data ? { ...freeDays, data: doubleStarts(freeDays.data, own) } : freeDays;
  const form = useForm<Slot>({
    initialValues: { date: null, block: null },
    validate: slotFaults,
  });
  const propose = trpc.lessons.proposeReschedule.useMutation({
    onSuccess: saved(form, texts.proposed, onClose),
  });
  async function askWhereBusy(proposal: ProposeRescheduleInput, refusal: unknown) {
    if (await takesBusyTime(refusal)) propose.mutate({ ...proposal, overrideBusy: true });
  }

  /** Chooses the lesson's own hour when another day is picked, if it is free there. */
  function keepHour({ date, block }: Slot): Slot {
    if (block !== null || date === form.values.date) return { date, block };
    const hour = span === 2 ? Math.min(...own.blocks) : lesson.block;
    const isFree = starts.data?.find((day) => day.date === date)?.blocks.includes(hour);
    return { date, block: isFree ? hour : null };
  }

  return (
    <FormShell
      form={form}
      label={texts.proposeTitle}
      call={propose}
      submitLabel={texts.sendProposal}
      secondary={<LeaveButton label={texts.keep} onLeave={onClose} />}
      onSubmit={({ date, block }) => {
        if (date === null || block === null) return;
        const proposal = {
          lessonId: lesson.id,
          version: lesson.version,
          date,
          block,
          ...(alone && { blocks: 1 as const }),
        };
        propose.mutate(proposal, { onError: (refusal) => void askWhereBusy(proposal, refusal) });
      }}
    >
      <div>
        <Text fw={550}>{texts.proposeTitle}</Text>
        <Text size="sm" c="dimmed">
          {texts.proposeText(otherName)}
        </Text>
      </div>
      {isDouble ? (
        <Checkbox
          label={texts.moveAlone}
          checked={alone}
          onChange={({ currentTarget }) => {
            setAlone(currentTarget.checked);
            form.setValues({ date: null, block: null });
          }}
        />
      ) : null}
      <SlotPicker
        query={starts}
        span={span}
        value={form.values}
        errors={{ date: form.errors.date, block: form.errors.block }}
        onChange={(slot) => {
          form.setValues(keepHour(slot));
          form.clearErrors();
        }}
      />
    </FormShell>
  );
}
