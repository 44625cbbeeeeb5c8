import { shortWeekdayTexts } from "@korki/contracts/texts/statuses";
import { watchScreenTexts as texts } from "@korki/contracts/texts/watch-screens";
import { watchTexts } from "@korki/contracts/texts/watches";
import {
  addDays,
  BLOCKS,
  type Level,
  type Subject,
  today,
  WATCH_DAYS_MAX,
  WEEKDAYS,
  type Weekday,
} from "@korki/domain";
import { Button, Checkbox, Group, NativeSelect, SimpleGrid, Text, TextInput } from "@mantine/core";
import "@mantine/core/styles/Checkbox.layer.css";
import "@mantine/core/styles/SimpleGrid.layer.css";
import { useForm } from "@mantine/form";
import { IconBell } from "@tabler/icons-react";
import { useState } from "react";
import { now } from "../clock";
import { trpc } from "../trpc";
import { Card } from "../ui/card";
import { FormShell } from "../ui/form-shell";
import { Sheet } from "../ui/sheet";
import { saved } from "../ui/toasts";

type Pair = { teacherId: string; subject: Subject; level: Level; studentId: string | undefined };
type Values = { weekdays: string[]; fromBlock: string; toBlock: string; until: string };

/** Offers to say when a slot of this teacher becomes free (rules §34). */
export function WaitForSlot({ pair }: { pair: Pair }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Card>
      <Group justify="space-between" gap="sm">
        <Text size="sm" flex={1} miw="14rem">
          {texts.offerText}
        </Text>
        <Button
          variant="default"
          leftSection={<IconBell size={18} aria-hidden />}
          onClick={() => setIsOpen(true)}
        >
          {texts.offer}
        </Button>
      </Group>
      <Sheet opened={isOpen} onClose={() => setIsOpen(false)} title={texts.offer}>
        <AddWatchForm pair={pair} onAdded={() => setIsOpen(false)} />
      </Sheet>
    </Card>
  );
}

function AddWatchForm({ pair, onAdded }: { pair: Pair; onAdded: () => void }) {
  const first = today(now());
  const last = addDays(first, WATCH_DAYS_MAX);
  const form = useForm<Values>({
    initialValues: { weekdays: [], fromBlock: "8", toBlock: "11", until: addDays(first, 28) },
    validate: {
      weekdays: (days) => (days.length > 0 ? null : watchTexts.noWeekday),
      toBlock: (to, { fromBlock }) => (Number(fromBlock) <= Number(to) ? null : watchTexts.blocksReversed),
      until: (day) => (day >= first && day <= last ? null : watchTexts.untilOutOfReach),
    },
  });
  const add = trpc.watches.add.useMutation({ onSuccess: saved(form, texts.saved, onAdded) });
  return (
    <FormShell
      form={form}
      label={texts.offer}
      call={add}
      submitLabel={texts.save}
      onSubmit={({ weekdays, fromBlock, toBlock, until }) =>
        add.mutate({
          ...pair,
          weekdays: WEEKDAYS.filter((day: Weekday) => weekdays.includes(day)),
          fromBlock: Number(fromBlock),
          toBlock: Number(toBlock),
          until,
        })
      }
    >
      <Checkbox.Group label={texts.weekdays} {...form.getInputProps("weekdays")}>
        <Group gap="md" mt="xs">
          {WEEKDAYS.map((day) => (
            <Checkbox key={day} value={day} label={shortWeekdayTexts[day]} />
          ))}
        </Group>
      </Checkbox.Group>
      <SimpleGrid cols={2}>
        <NativeSelect
          label={texts.from}
          data={BLOCKS.map(({ index, start }) => ({ value: String(index), label: start }))}
          {...form.getInputProps("fromBlock")}
        />
        <NativeSelect
          label={texts.to}
          data={BLOCKS.map(({ index, end }) => ({ value: String(index), label: end }))}
          {...form.getInputProps("toBlock")}
        />
      </SimpleGrid>
      <TextInput type="date" label={texts.until} min={first} max={last} {...form.getInputProps("until")} />
    </FormShell>
  );
}
