import { addCalendarInput, type OutsideCalendar } from "@korki/contracts/outside-calendars";
import { shortInstant } from "@korki/contracts/texts/dates";
import { outsideCalendarScreenTexts as texts } from "@korki/contracts/texts/outside-calendars";
import { CALENDARS_MAX } from "@korki/domain";
import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconCalendarDown } from "@tabler/icons-react";
import { useCentreInfo } from "../server/centre-info";
import { trpc } from "../trpc";
import { Card } from "../ui/card";
import { confirm } from "../ui/confirm";
import { FormError, FormShell } from "../ui/form-shell";
import { KeptList, KeptRow } from "../ui/kept-list";
import { FormSkeleton, Loaded } from "../ui/page-states";
import { ruleOf } from "../ui/rule-of";
import { fillSaved } from "../ui/sent-values";
import { toastSuccess } from "../ui/toasts";

/** A teacher's calendars elsewhere, whose busy times leave the free blocks (rules §35). */
export function OutsideCalendarsBox() {
  const info = useCentreInfo();
  const query = trpc.outsideCalendars.list.useQuery();
  return (
    <Card title={texts.title} text={texts.text}>
      <Loaded query={query} skeleton={<FormSkeleton fields={1} />}>
        {(calendars) => (
          <Stack gap="md">
            <KeptList label={texts.list}>
              {calendars.map((calendar) => (
                <Calendar key={calendar.id} {...calendar} />
              ))}
            </KeptList>
            {calendars.length < CALENDARS_MAX ? <AddCalendarForm /> : <Text c="dimmed">{texts.full}</Text>}
            {info?.hasSandbox && calendars.length === 0 ? <AddSandboxCalendar /> : null}
          </Stack>
        )}
      </Loaded>
    </Card>
  );
}

function AddCalendarForm() {
  const form = useForm({
    initialValues: { url: "", label: "" },
    validateInputOnBlur: ["label"],
    validate: {
      url: (url) => (url.trim() === "" ? texts.urlRequired : null),
      label: ruleOf(addCalendarInput.shape.label),
    },
  });
  const add = trpc.outsideCalendars.add.useMutation({
    onSuccess() {
      fillSaved(form, { url: "", label: "" });
      toastSuccess(texts.added);
    },
  });
  return (
    <FormShell form={form} label={texts.add} call={add} onSubmit={(values) => add.mutate(values)}>
      <TextInput
        label={texts.url}
        description={texts.urlText}
        placeholder={texts.urlExample}
        type="url"
        autoComplete="off"
        {...form.getInputProps("url")}
      />
      <TextInput label={texts.label} placeholder={texts.labelExample} {...form.getInputProps("label")} />
    </FormShell>
  );
}

/** In a demo: a school's calendar, which the sandbox serves. */
function AddSandboxCalendar() {
  const add = trpc.outsideCalendars.add.useMutation({ onSuccess: () => toastSuccess(texts.added) });
  const url = `${window.location.origin}/dev/kalendarz.ics`;
  return (
    <Group>
      <Button
        variant="default"
        loading={add.isPending}
        onClick={() => add.mutate({ url, label: texts.sandboxLabel })}
      >
        {texts.addSandbox}
      </Button>
      {add.error ? <FormError error={add.error} /> : null}
    </Group>
  );
}

function Calendar({ id, host, label, fetchedAt, failingSince, problem, events }: OutsideCalendar) {
  const name = label || host;
  const refresh = trpc.outsideCalendars.refresh.useMutation({
    onSuccess: (read) => {
      if (read.failingSince === null) toastSuccess(texts.refreshed);
    },
  });
  const remove = trpc.outsideCalendars.remove.useMutation({ onSuccess: () => toastSuccess(texts.removed) });

  async function askAndRemove() {
    const sure = await confirm({
      title: texts.removeTitle(name),
      text: texts.removeText,
      confirmLabel: texts.remove,
      dangerous: true,
    });
    if (sure) remove.mutate({ id });
  }

  return (
    <KeptRow
      icon={<IconCalendarDown size={24} aria-hidden />}
      name={name}
      act={{
        label: texts.refresh,
        name: texts.refreshOf(name),
        call: refresh,
        run: () => refresh.mutate({ id }),
      }}
      removal={{
        label: texts.remove,
        name: texts.removeOf(name),
        call: remove,
        run: () => void askAndRemove(),
      }}
    >
      <Text size="sm" c="dimmed">
        {[label ? texts.host(host) : null, texts.events(events)].filter(Boolean).join(", ")}
      </Text>
      {fetchedAt ? (
        <Text size="sm" c="dimmed">
          {texts.read(shortInstant(new Date(fetchedAt)))}
        </Text>
      ) : null}
      {failingSince ? (
        <Text size="sm" c="var(--mantine-color-error)" role="status">
          {`${texts.failing(shortInstant(new Date(failingSince)), problem ?? "")} ${texts.kept}`}
        </Text>
      ) : null}
    </KeptRow>
  );
}
