import { shortWeekdayTexts } from "@korki/contracts/texts/statuses";
import { watchScreenTexts as texts } from "@korki/contracts/texts/watch-screens";
import type { Watch } from "@korki/contracts/watches";
import { blockAt, blockHours } from "@korki/domain";
import { Alert, Box, Button, Group, Stack, Text } from "@mantine/core";
import { IconHourglass } from "@tabler/icons-react";
import { Link, useLocation } from "react-router-dom";
import { paths } from "../paths";
import { errorText } from "../server/errors";
import { trpc } from "../trpc";
import { Card } from "../ui/card";
import { confirm } from "../ui/confirm";
import { formatDate, formatDayWithWeekday, formatSubject } from "../ui/formats";
import { toastError, toastSuccess } from "../ui/toasts";
import { useNow } from "../ui/use-now";

/** What the student, or a parent's child, waits for; nothing where nobody waits (rules §34). */
export function WatchList({ studentId }: { studentId: string | undefined }) {
  const query = trpc.watches.list.useQuery({ studentId });
  const watches = query.data ?? [];
  if (watches.length === 0) return null;
  return (
    <Card title={texts.title}>
      <Stack gap="md">
        {watches.map((watch) => (
          <Entry key={watch.id} watch={watch} />
        ))}
      </Stack>
    </Card>
  );
}

function Entry({ watch }: { watch: Watch }) {
  const remove = trpc.watches.remove.useMutation({
    onSuccess: () => toastSuccess(texts.stopped),
    onError: (error) => toastError(errorText(error)),
  });
  const what = `${watch.teacherName} · ${formatSubject(watch)}`;

  async function ask() {
    const isMeant = await confirm({
      title: texts.stopQuestion,
      text: texts.stopText,
      confirmLabel: texts.stop,
      cancelLabel: texts.keep,
    });
    if (isMeant) remove.mutate({ id: watch.id });
  }

  return (
    <Stack gap="xs" role="group" aria-label={what}>
      <Group justify="space-between" wrap="nowrap" align="start">
        <Box>
          <Text fw={550}>{what}</Text>
          <Text size="sm" c="dimmed" className="tabular">
            {`${watch.weekdays.map((day) => shortWeekdayTexts[day]).join(", ")} · ${texts.hours(
              blockAt(watch.fromBlock).start,
              blockAt(watch.toBlock).end,
            )} · ${texts.untilDay(formatDate(watch.until))}`}
          </Text>
          {watch.held ? null : <Text size="sm">{texts.place(watch.place)}</Text>}
        </Box>
        <Button variant="default" size="sm" loading={remove.isPending} onClick={() => void ask()}>
          {texts.stop}
        </Button>
      </Group>
      {watch.held ? <Held teacherId={watch.teacherId} held={watch.held} /> : null}
    </Stack>
  );
}

/** In the history entry that a tap on a held slot made; another one with each tap. */
export type TappedState = { readonly tappedAfter?: string } | null;

function Held({ teacherId, held }: { teacherId: string; held: NonNullable<Watch["held"]> }) {
  const { key } = useLocation();
  const left = Math.ceil((new Date(held.until).getTime() - useNow().getTime()) / 60_000);
  if (left <= 0) return null;
  const slot = `${formatDayWithWeekday(held.date)}, ${blockHours(held.block)}`;
  return (
    <Alert role="status" variant="light" icon={<IconHourglass size={20} aria-hidden />}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">{texts.held(slot, left)}</Text>
        <Button
          component={Link}
          to={paths.bookingAt({ teacherId, date: held.date, block: held.block })}
          state={{ tappedAfter: key } satisfies TappedState}
          size="sm"
        >
          {texts.book}
        </Button>
      </Group>
    </Alert>
  );
}
