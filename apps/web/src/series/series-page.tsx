import { PAGE_SIZE_MAX } from "@korki/contracts/paging";
import type { Series } from "@korki/contracts/series";
import {
  seriesOutcomeTexts,
  seriesStatusTexts,
  seriesScreenTexts as texts,
} from "@korki/contracts/texts/series-screens";
import { lessonCount, weeklyHours } from "@korki/contracts/texts/series-summary";
import { type SeriesStatus, spanHours } from "@korki/domain";
import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { IconCalendarCheck, IconCircleCheck, IconClock, IconPlus } from "@tabler/icons-react";
import { type ReactNode, useEffect, useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { ChildSwitch } from "../family/child-switch";
import { chooseChild, useChildren, useChosenChild, useStudentFilter } from "../family/family";
import { useSeriesWaits } from "../lesson-parts/waiting-steps";
import { paths } from "../paths";
import { useProfile } from "../session/session-store";
import { trpc } from "../trpc";
import { BackLink } from "../ui/back-link";
import { Card } from "../ui/card";
import { FormError } from "../ui/form-shell";
import { formatDate, formatSubject } from "../ui/formats";
import { PageHeader } from "../ui/page-header";
import { EmptyState, Loaded, TableSkeleton } from "../ui/page-states";
import { Sheet } from "../ui/sheet";
import { StatusBadge, type StatusLook } from "../ui/status-badge";
import { useIsHere } from "../ui/use-is-here";
import { newUndoId, offerUndo } from "../undo/offer-undo";
import { MoveNotice } from "./move-notice";
import { EndSeriesForm, ExtendSeriesForm, FillDateForm, MoveSeriesForm } from "./series-actions";
import { lessonsElsewhere, plannedLines } from "./series-dates";

type Open = { action: "move" | "end" | "extend" | "fill"; series: Series; date?: string };

/** Own weekly lessons; an administrator's are everybody's. */
export default function SeriesPage() {
  return (
    <>
      <PageHeader title={texts.title} actions={<BackLink to={paths.lessons} label={texts.backToLessons} />} />
      <SeriesList switcher={<ChildSwitch withAll />} />
    </>
  );
}

/** The list with what can be done with each series. */
export function SeriesList({ switcher = null }: { switcher?: ReactNode }) {
  const { role } = useProfile();
  const children = useChildren() ?? [];
  const child = useChosenChild();
  const query = trpc.series.list.useQuery({ pageSize: PAGE_SIZE_MAX, ...useStudentFilter() });
  const mayBookFor = (studentId: string) =>
    role !== "Parent" || children.some(({ id, rights }) => id === studentId && rights.book);
  const mayAdd = role !== "Parent" || (child ? [child] : children).some(({ rights }) => rights.book);
  const [params, setParams] = useSearchParams();
  const asked = params.get("stalyTermin");
  useChildOf(asked);
  const [open, setOpen] = useState<Open | null>(null);
  const asksToExtend = params.get("akcja") === "przedluz";
  const extended =
    asksToExtend && open === null ? query.data?.items.find(({ id }) => id === asked) : undefined;
  const shown: Open | null = open ?? (extended ? { action: "extend", series: extended } : null);
  const add = (
    <Button component={Link} to={paths.newSeries} leftSection={<IconPlus size={18} aria-hidden />}>
      {role === "Student" || role === "Parent" ? texts.request : texts.add}
    </Button>
  );
  const isHere = useIsHere();
  const close = () => {
    setOpen(null);
    if (asksToExtend) setParams({ stalyTermin: asked ?? "" }, { replace: true });
  };
  /** The person may have opened another, or another screen, by the time a call ends. */
  const done = () => {
    setOpen((now) => (now === open ? null : now));
    if (asksToExtend && isHere()) setParams({ stalyTermin: asked ?? "" }, { replace: true });
  };
  return (
    <Stack gap="md">
      {switcher}
      {mayAdd ? <Group>{add}</Group> : null}
      <Loaded query={query} skeleton={<TableSkeleton rows={4} />}>
        {({ items: all }) =>
          all.length === 0 ? (
            <Card>
              <EmptyState
                picture="calendar"
                title={role === "Admin" ? texts.noneAdmin : texts.none}
                text={texts.noneText}
              />
            </Card>
          ) : (
            [...all]
              .sort((a, b) => Number(b.id === asked) - Number(a.id === asked))
              .map((series) => (
                <SeriesCard
                  key={series.id}
                  series={series}
                  role={role}
                  mayAct={mayBookFor(series.studentId)}
                  onOpen={setOpen}
                />
              ))
          )
        }
      </Loaded>
      <Sheet opened={shown !== null} onClose={close} title={shown ? TITLES[shown.action] : ""} size="lg">
        {shown?.action === "move" ? <MoveSeriesForm series={shown.series} onDone={done} /> : null}
        {shown?.action === "end" ? <EndSeriesForm series={shown.series} onDone={done} /> : null}
        {shown?.action === "extend" ? (
          <ExtendSeriesForm series={shown.series} isAsked={asksToExtend} onDone={done} />
        ) : null}
        {shown?.action === "fill" && shown.date ? (
          <FillDateForm series={shown.series} skippedDate={shown.date} onDone={done} />
        ) : null}
      </Sheet>
    </Stack>
  );
}

/** Chooses the child of the weekly lesson that the address names, for every screen: a parent sees it whoever was chosen. */
function useChildOf(seriesId: string | null): void {
  const { role } = useProfile();
  const enabled = role === "Parent" && seriesId !== null;
  const { data } = trpc.series.get.useQuery({ seriesId: seriesId ?? "" }, { enabled });
  const studentId = enabled ? data?.studentId : undefined;
  useEffect(() => {
    if (studentId) chooseChild(studentId);
  }, [studentId]);
}

const TITLES = {
  move: texts.moveTitle,
  end: texts.endTitle,
  extend: texts.extendTitle,
  fill: texts.fillTitle,
} as const;

const LOOKS: Record<SeriesStatus, StatusLook> = {
  "Nie potwierdzona": { tone: "waiting", icon: IconClock },
  Potwierdzona: { tone: "good", icon: IconCalendarCheck },
  Zakonczona: { tone: "done", icon: IconCircleCheck },
};

function SeriesCard(props: {
  series: Series;
  role: string;
  /** a parent may see a series without the right to change it */
  mayAct: boolean;
  onOpen: (open: Open) => void;
}) {
  const { series, role, mayAct, onOpen } = props;
  const confirmAll = trpc.series.confirm.useMutation({
    onSuccess: (_, { undoId }) => offerUndo(texts.confirmed, undoId),
  });
  const isStudents = role === "Student" || role === "Parent";
  const isOver = series.status === "Zakonczona";
  const elsewhere = lessonsElsewhere(series);
  const waits = useSeriesWaits(series.id);
  // The teacher is asked for nothing before the payer has answered.
  const isAsked = isStudents && waits !== null;
  const people = [
    role === "Teacher" ? null : series.teacherName,
    role === "Student" ? null : series.studentName,
  ].filter(Boolean);
  const title = capitalized(`${weeklyHours(series)}, ${formatSubject(series)}`);
  const dates = `${formatDate(series.from)} – ${formatDate(series.to)}`;
  return (
    <Card
      title={title}
      label={[title, ...people, dates].join(", ")}
      text={`${people.join(", ")} · ${dates}`}
      actions={<StatusBadge look={LOOKS[series.status]} label={seriesStatusTexts[series.status]} />}
    >
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {texts.counts(series.planned, series.delivered, series.cancelled)}
          {elsewhere > 0 ? `; ${texts.elsewhere(elsewhere)}` : ""}
        </Text>
        {waits ? <Text size="sm">{waits}</Text> : null}
        <MoveNotice series={series} side={isStudents ? "Student" : "Teacher"} mayAct={mayAct} />
        <SeriesDates series={series} />
        {series.skipped.length > 0 ? (
          <Group gap="xs">
            <Text size="sm">{texts.skipped}:</Text>
            {series.skipped.map(({ date, outcome }) => (
              <Button
                key={date}
                size="compact-sm"
                variant="default"
                disabled={!mayAct || (series.move !== null && date >= series.move.from)}
                onClick={() => onOpen({ action: "fill", series, date })}
              >
                {formatDate(date)} ({seriesOutcomeTexts[outcome]}): {texts.fill}
              </Button>
            ))}
          </Group>
        ) : null}
        {confirmAll.error ? <FormError error={confirmAll.error} /> : null}
        <Group gap="xs" display={mayAct ? undefined : "none"}>
          {role === "Teacher" && series.status === "Nie potwierdzona" && waits === null ? (
            <Button
              loading={confirmAll.isPending}
              onClick={() => confirmAll.mutate({ seriesId: series.id, undoId: newUndoId() })}
            >
              {texts.confirmAll} (
              {lessonCount(series.lessons.filter((l) => l.status === "Nie potwierdzona").length)})
            </Button>
          ) : null}
          {isOver || isAsked || (isStudents && series.move) ? null : (
            <Button variant="default" onClick={() => onOpen({ action: "move", series })}>
              {texts.move}
            </Button>
          )}
          {series.move || isAsked ? null : (
            <Button variant="default" onClick={() => onOpen({ action: "extend", series })}>
              {texts.extend}
            </Button>
          )}
          {isOver ? null : (
            <Button variant="light" color="red" onClick={() => onOpen({ action: "end", series })}>
              {texts.end}
            </Button>
          )}
        </Group>
      </Stack>
    </Card>
  );
}

/** The days of a weekly lesson that are ahead, on demand; each leads to its lesson. */
function SeriesDates({ series }: { series: Series }) {
  const [isOpen, setIsOpen] = useState(false);
  const ahead = plannedLines(series);
  if (ahead.length === 0) return null;
  return (
    <Stack gap="xs">
      <Group>
        <Button size="sm" variant="default" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? texts.hideDates : texts.dates(ahead.length)}
        </Button>
      </Group>
      {isOpen ? (
        <Group component="ul" gap="xs" m={0} p={0} style={{ listStyle: "none" }}>
          {ahead.map(({ id, date, block, blocks = 1, status }) => (
            <li key={id}>
              <Anchor component={Link} to={paths.lesson(id)} size="sm" underline="always">
                {texts.dateOf(formatDate(date), spanHours(block, blocks), status === "Nie potwierdzona")}
              </Anchor>
            </li>
          ))}
        </Group>
      ) : null}
    </Stack>
  );
}

function capitalized(text: string): string {
  return text.charAt(0).toLocaleUpperCase("pl") + text.slice(1);
}
