import { PAGE_SIZE_MAX } from "@korki/contracts/paging";
import type { Series } from "@korki/contracts/series";
import { seriesStatusTexts, seriesScreenTexts as texts } from "@korki/contracts/texts/series-screens";
import { lessonCount, weeklySlot } from "@korki/contracts/texts/series-summary";
import { Badge, Button, Group, Stack, Text } from "@mantine/core";
import "@mantine/core/styles/Badge.layer.css";
import { IconPlus, IconRepeat } from "@tabler/icons-react";
import { useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
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
import { toastSuccess } from "../ui/toasts";
import { EndSeriesForm, ExtendSeriesForm, FillDateForm, MoveSeriesForm } from "./series-actions";

type Open = { action: "move" | "end" | "extend" | "fill"; series: Series; date?: string };

/** Own weekly lessons; an administrator's are everybody's. */
export default function SeriesPage() {
  return (
    <>
      <PageHeader title={texts.title} actions={<BackLink to={paths.lessons} label={texts.backToLessons} />} />
      <SeriesList />
    </>
  );
}

/** The list with what can be done with each series. */
export function SeriesList() {
  const { role } = useProfile();
  const query = trpc.series.list.useQuery({ pageSize: PAGE_SIZE_MAX });
  const [params] = useSearchParams();
  const asked = params.get("stalyTermin");
  const [open, setOpen] = useState<Open | null>(null);
  const add = (
    <Button component={Link} to={paths.newSeries} leftSection={<IconPlus size={18} aria-hidden />}>
      {role === "Student" ? texts.request : texts.add}
    </Button>
  );
  const close = () => setOpen(null);
  return (
    <Stack gap="md">
      <Group>{add}</Group>
      <Loaded query={query} skeleton={<TableSkeleton rows={4} />}>
        {({ items: all }) =>
          all.length === 0 ? (
            <Card>
              <EmptyState
                icon={<IconRepeat size={28} aria-hidden />}
                title={role === "Admin" ? texts.noneAdmin : texts.none}
                text={texts.noneText}
              />
            </Card>
          ) : (
            [...all]
              .sort((a, b) => Number(b.id === asked) - Number(a.id === asked))
              .map((series) => <SeriesCard key={series.id} series={series} role={role} onOpen={setOpen} />)
          )
        }
      </Loaded>
      <Sheet opened={open !== null} onClose={close} title={open ? TITLES[open.action] : ""} size="lg">
        {open?.action === "move" ? <MoveSeriesForm series={open.series} onDone={close} /> : null}
        {open?.action === "end" ? <EndSeriesForm series={open.series} onDone={close} /> : null}
        {open?.action === "extend" ? <ExtendSeriesForm series={open.series} onDone={close} /> : null}
        {open?.action === "fill" && open.date ? (
          <FillDateForm series={open.series} skippedDate={open.date} onDone={close} />
        ) : null}
      </Sheet>
    </Stack>
  );
}

const TITLES = {
  move: texts.moveTitle,
  end: texts.endTitle,
  extend: texts.extendTitle,
  fill: texts.fillTitle,
} as const;

function SeriesCard(props: { series: Series; role: string; onOpen: (open: Open) => void }) {
  const { series, role, onOpen } = props;
  const confirmAll = trpc.series.confirm.useMutation({ onSuccess: () => toastSuccess(texts.confirmed) });
  const isOver = series.status === "Zakonczona";
  const people = [
    role === "Teacher" ? null : series.teacherName,
    role === "Student" ? null : series.studentName,
  ].filter(Boolean);
  return (
    <Card
      title={`${weeklySlot(series)}, ${formatSubject(series)}`}
      text={`${people.join(", ")} · ${formatDate(series.from)} – ${formatDate(series.to)}`}
      actions={
        <Badge
          variant="light"
          color={isOver ? "gray" : series.status === "Potwierdzona" ? "green" : "yellow"}
        >
          {seriesStatusTexts[series.status]}
        </Badge>
      }
    >
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {texts.counts(series.planned, series.delivered, series.cancelled)}
        </Text>
        {series.skipped.length > 0 ? (
          <Group gap="xs">
            <Text size="sm">{texts.skipped}:</Text>
            {series.skipped.map(({ date }) => (
              <Button
                key={date}
                size="compact-sm"
                variant="default"
                onClick={() => onOpen({ action: "fill", series, date })}
              >
                {formatDate(date)}: {texts.fill}
              </Button>
            ))}
          </Group>
        ) : null}
        {confirmAll.error ? <FormError error={confirmAll.error} /> : null}
        <Group gap="xs">
          {role === "Teacher" && series.status === "Nie potwierdzona" ? (
            <Button loading={confirmAll.isPending} onClick={() => confirmAll.mutate({ seriesId: series.id })}>
              {texts.confirmAll} (
              {lessonCount(series.lessons.filter((l) => l.status === "Nie potwierdzona").length)})
            </Button>
          ) : null}
          {isOver ? null : (
            <Button variant="default" onClick={() => onOpen({ action: "move", series })}>
              {texts.move}
            </Button>
          )}
          <Button variant="default" onClick={() => onOpen({ action: "extend", series })}>
            {texts.extend}
          </Button>
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
