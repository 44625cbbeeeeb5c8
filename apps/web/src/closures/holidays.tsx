import { closureScreenTexts as texts } from "@korki/contracts/texts/closure-screens";
import { dateParts, today } from "@korki/domain";
import { Button, Group, NativeSelect, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { now as productNow } from "../clock";
import { statusOf } from "../server/errors";
import { trpc } from "../trpc";
import { FormError } from "../ui/form-shell";
import { formatDayMonth } from "../ui/formats";
import { toastSuccess } from "../ui/toasts";

/** Adds the public holidays of a year that are ahead and not closed yet, in one step. */
export function Holidays({ closed }: { closed: readonly { from: string; to: string; scope: string }[] }) {
  const now = today(productNow());
  const { year: thisYear } = dateParts(now);
  const [year, setYear] = useState(thisYear);
  const [left, setLeft] = useState<string[]>([]);
  const [error, setError] = useState<unknown>(null);
  const [pending, setPending] = useState(false);
  const holidays = trpc.closures.holidays.useQuery({ year });
  const add = trpc.closures.add.useMutation();
  const isClosed = (date: string) =>
    closed.some(({ scope, from, to }) => scope === "centre" && from <= date && date <= to);
  const missing = (holidays.data ?? []).filter(({ date }) => date >= now && !isClosed(date));

  async function addAll() {
    setPending(true);
    setError(null);
    const kept: string[] = [];
    let added = 0;
    for (const { date, label } of missing) {
      try {
        await add.mutateAsync({ scope: "centre", from: date, to: date, label, decisions: [] });
        added += 1;
      } catch (refusal) {
        if (statusOf(refusal) === 409) kept.push(date);
        else setError(refusal);
      }
    }
    setLeft(kept);
    setPending(false);
    if (added > 0) toastSuccess(texts.holidaysAdded(added));
  }

  return (
    <Stack gap="sm">
      <Group align="end">
        <NativeSelect
          label={texts.year}
          value={String(year)}
          data={[thisYear, thisYear + 1].map(String)}
          onChange={({ currentTarget }) => setYear(Number(currentTarget.value))}
        />
        <Button loading={pending} disabled={missing.length === 0} onClick={() => void addAll()}>
          {texts.addHolidays(year)}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {missing.map(({ date, label }) => `${formatDayMonth(date)} ${label}`).join(", ") || texts.none}
      </Text>
      {left.length > 0 ? (
        <Text size="sm" role="status">
          {texts.holidaysLeft(left.map(formatDayMonth).join(", "))}
        </Text>
      ) : null}
      {error ? <FormError error={error} /> : null}
    </Stack>
  );
}
