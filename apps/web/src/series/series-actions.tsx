import type { Series } from "@korki/contracts/series";
import { dayAndMonth } from "@korki/contracts/texts/dates";
import { seriesScreenTexts as texts } from "@korki/contracts/texts/series-screens";
import { lessonCount } from "@korki/contracts/texts/series-summary";
import { weekdayTexts } from "@korki/contracts/texts/statuses";
import { addDays, type BlockSpan, schoolYearEnd, WEEKDAYS, type Weekday } from "@korki/domain";
import { NativeSelect, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useEffect } from "react";
import { now as productNow } from "../clock";
import { type Slot, SlotPicker, slotFaults } from "../lesson-parts/slot-picker";
import { useRequestText } from "../lesson-parts/waiting-steps";
import { useProfile } from "../session/session-store";
import { trpc } from "../trpc";
import { FormShell } from "../ui/form-shell";
import { formatDayWithWeekday } from "../ui/formats";
import { saved, toastSuccess } from "../ui/toasts";
import { newUndoId, offerUndo } from "../undo/offer-undo";
import { OutcomeStrip } from "./outcome-strip";
import { datesAhead } from "./series-dates";
import { offeredHour, useOfferedHours } from "./use-offered-hours";
import { usePreview } from "./use-preview";

type Props = { series: Series; onDone: () => void };

type ScopeProps = Props & {
  date: string;
  /** of the lesson, or the double one */
  blocks: BlockSpan;
  /** how the lesson alone is called off or moved */
  action: "end" | "move";
  onThis: () => void;
  onMoveFrom: (from: string) => void;
};

/** Asks, from inside a lesson, whether that lesson is meant, it and all later ones, or the whole series from today. */
export function SeriesScopeForm({ series, date, blocks, action, onThis, onMoveFrom, onDone }: ScopeProps) {
  const { countFrom, first } = scopes(series);
  const form = useForm({ initialValues: { scope: "this" } });
  const end = trpc.series.end.useMutation({ onSuccess: saved(form, texts.ended, onDone) });
  const from = form.values.scope === "later" ? date : first;
  const isThis = form.values.scope === "this";
  const isEnd = action === "end";
  return (
    <FormShell
      form={form}
      label={isEnd ? texts.endTitle : texts.moveTitle}
      call={end}
      submitLabel={isEnd && !isThis ? texts.endLessons(countFrom(from)) : texts.next}
      dangerous={isEnd && !isThis}
      warnOnLeave={false}
      onSubmit={() => {
        if (isThis) onThis();
        else if (isEnd) end.mutate({ seriesId: series.id, from });
        else onMoveFrom(from);
      }}
    >
      <NativeSelect
        label={texts.scope}
        data={[
          { value: "this", label: `${texts.scopeThis}: ${lessonCount(blocks)}` },
          { value: "later", label: texts.scopeLater(countFrom(date)) },
          { value: "all", label: texts.scopeAll(countFrom(first)) },
        ]}
        {...form.getInputProps("scope")}
      />
      {isEnd && !isThis ? <EndText seriesId={series.id} from={from} /> : null}
    </FormShell>
  );
}

/** What ending does, and for a family what it costs. */
function EndText({ seriesId, from }: { seriesId: string; from: string }) {
  const { data } = trpc.series.previewEnd.useQuery({ seriesId, from });
  return (
    <>
      <Text size="sm">{texts.endText}</Text>
      {data?.consequence ? (
        <Text size="sm" fw={550} role="status">
          {data.consequence.sentence}
        </Text>
      ) : null}
    </>
  );
}

/** From which lesson on an action applies; each choice says how many lessons that are. */
function scopes(series: Series) {
  const { dates, first, countFrom } = datesAhead(series, productNow());
  return {
    choices: dates.map((date) => ({
      value: date,
      label:
        date === first
          ? texts.scopeAll(countFrom(date))
          : texts.scopeLaterFrom(dayAndMonth(date), countFrom(date)),
    })),
    countFrom,
    first,
  };
}

/** Ends a series from a lesson on. */
export function EndSeriesForm({ series, onDone }: Props) {
  const { choices, countFrom, first } = scopes(series);
  const form = useForm({ initialValues: { from: first } });
  const end = trpc.series.end.useMutation({ onSuccess: saved(form, texts.ended, onDone) });
  return (
    <FormShell
      form={form}
      label={texts.endTitle}
      call={end}
      submitLabel={texts.endLessons(countFrom(form.values.from))}
      dangerous
      warnOnLeave={false}
      onSubmit={({ from }) => end.mutate({ seriesId: series.id, from })}
    >
      <NativeSelect label={texts.scope} data={choices} {...form.getInputProps("from")} />
      <EndText seriesId={series.id} from={form.values.from} />
    </FormShell>
  );
}

/** Moves a series from a lesson on to another weekday or hour. */
export function MoveSeriesForm({ series, from: start, onDone }: Props & { from?: string }) {
  const { choices, first } = scopes(series);
  const { role } = useProfile();
  const asks = role === "Student" || role === "Parent";
  const { preview, show, clear, onRefused } = usePreview();
  const form = useForm<{ from: string; weekday: Weekday; block: string }>({
    initialValues: { from: start ?? first, weekday: series.weekday, block: String(series.block) },
    onValuesChange: clear,
  });
  const hours = useOfferedHours(
    role === "Admin" ? null : series.teacherId,
    form.values.weekday,
    series.blocks,
    series.studentId,
  );
  // The hour of before may be none of another weekday's.
  const block = offeredHour(hours, form.values.block);
  const lessons = (preview?.free ?? 0) * series.blocks;
  const check = trpc.series.previewMove.useMutation({ onSuccess: show });
  const move = trpc.series.move.useMutation({
    onError: onRefused,
    onSuccess(_, { undoId }) {
      form.resetDirty();
      offerUndo(asks ? texts.moveAsked : texts.moved, undoId);
      onDone();
    },
  });
  return (
    <FormShell
      form={form}
      label={texts.moveTitle}
      call={{ isPending: check.isPending || move.isPending, error: move.error ?? check.error }}
      submitLabel={
        !preview?.free ? texts.check : asks ? texts.askToMove(lessons) : texts.moveLessons(lessons)
      }
      warnOnLeave={false}
      onSubmit={({ from, weekday }) => {
        const input = { seriesId: series.id, from, weekday, block: Number(block) };
        move.reset();
        if (preview?.free)
          move.mutate({ ...input, token: preview.token, ...(asks ? {} : { undoId: newUndoId() }) });
        else check.mutate(input);
      }}
    >
      <Text size="sm">{texts.moveText}</Text>
      <NativeSelect label={texts.scope} data={choices} {...form.getInputProps("from")} />
      <NativeSelect
        label={texts.weekday}
        data={WEEKDAYS.map((value) => ({ value, label: weekdayTexts[value] }))}
        {...form.getInputProps("weekday")}
      />
      <NativeSelect label={texts.block} data={hours} {...form.getInputProps("block")} value={block} />
      {preview ? <OutcomeStrip preview={preview} blocks={series.blocks} /> : null}
    </FormShell>
  );
}

/** Makes a series longer; the end of the next school year is proposed. */
export function ExtendSeriesForm({ series, isAsked = false, onDone }: Props & { isAsked?: boolean }) {
  const { preview, show, clear, onRefused } = usePreview();
  const requestText = useRequestText();
  const form = useForm({
    initialValues: { to: schoolYearEnd(addDays(series.to, 7)) },
    onValuesChange: clear,
    validate: { to: (date) => (date ? null : texts.dateRequired) },
  });
  const check = trpc.series.previewExtension.useMutation({ onSuccess: show });
  // A link from the question whether the series goes on opens the next period at once.
  const { mutate: propose } = check;
  useEffect(() => {
    if (isAsked) propose({ seriesId: series.id, to: schoolYearEnd(addDays(series.to, 7)) });
  }, [isAsked, propose, series.id, series.to]);
  const extend = trpc.series.extend.useMutation({
    onError: onRefused,
    async onSuccess({ lessons }) {
      form.resetDirty();
      const added = lessons.filter(({ id }) => series.lessons.every((before) => before.id !== id));
      toastSuccess(await requestText(added, texts.extended));
      onDone();
    },
  });
  return (
    <FormShell
      form={form}
      label={texts.extendTitle}
      call={{ isPending: check.isPending || extend.isPending, error: extend.error ?? check.error }}
      submitLabel={preview?.free ? texts.book(preview.free * series.blocks) : texts.check}
      warnOnLeave={false}
      onSubmit={({ to }) => {
        const input = { seriesId: series.id, to };
        extend.reset();
        if (preview?.free) extend.mutate({ ...input, token: preview.token });
        else check.mutate(input);
      }}
    >
      <TextInput type="date" label={texts.to} {...form.getInputProps("to")} />
      {preview ? <OutcomeStrip preview={preview} blocks={series.blocks} /> : null}
    </FormShell>
  );
}

/** Fills a skipped date with a lesson at another slot: what is free for both around it is offered. */
export function FillDateForm({ series, skippedDate, onDone }: Props & { skippedDate: string }) {
  const input = { seriesId: series.id, skippedDate };
  const slots = trpc.series.fillSlots.useQuery(input);
  const form = useForm<Slot>({
    initialValues: { date: null, block: null },
    validate: slotFaults,
  });
  const fill = trpc.series.fillDate.useMutation({ onSuccess: saved(form, texts.filled, onDone) });
  return (
    <FormShell
      form={form}
      label={texts.fillTitle}
      call={fill}
      submitLabel={texts.fill}
      warnOnLeave={false}
      onSubmit={({ date, block }) => {
        if (date !== null && block !== null) fill.mutate({ ...input, date, block });
      }}
    >
      <Text size="sm">{texts.fillText(formatDayWithWeekday(skippedDate))}</Text>
      <SlotPicker
        query={slots}
        value={form.values}
        errors={{ date: form.errors.date, block: form.errors.block }}
        onChange={(slot) => {
          form.setValues(slot);
          form.clearErrors();
        }}
      />
    </FormShell>
  );
}
