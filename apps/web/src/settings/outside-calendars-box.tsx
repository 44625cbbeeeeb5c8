import { addCalendarInput, type OutsideCalendar } from "@korki/contracts/outside-calendars";
import { shortInstant } from "@korki/contracts/texts/dates";
import { outsideCalendarScreenTexts as texts } from "@korki/contracts/texts/outside-calendars";
import { CALENDARS_MAX } from "@korki/domain";
import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconCalendarDown } from "@tabler/icons-react";
import styles from "../push/push.module.css";
import { useCentreInfo } from "../server/centre-info";
import { trpc } from "../trpc";
import { Card } from "../ui/card";
import { confirm } from "../ui/confirm";
import { FormError, FormShell } from "../ui/form-shell";
import { FormSkeleton, Loaded } from "../ui/page-states";
import { ruleOf } from "../ui/rule-of";
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
            {calendars.length === 0 ? null : (
              <section aria-label={texts.list}>
                <ul className={styles.devices}>
                  {calendars.map((calendar) => (
                    <Calendar key={calendar.id} {...calendar} />
                  ))}
                </ul>
              </section>
            )}
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
      form.reset();
      toastSuccess(texts.added);
    },
  });
  return (
    <FormShell
      form={form}
      label={texts.add}
      call={add}
      onSubmit={(values) => add.mutate(values)}
    >
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
  const error = refresh.error ?? remove.error;

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
    <li className={styles.device}>
      <IconCalendarDown size={24} aria-hidden />
      <div>
        <Text fw={550}>{name}</Text>
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
      </div>
      <Group gap="xs">
        <Button
          variant="default"
          size="sm"
          aria-label={texts.refreshOf(name)}
          loading={refresh.isPending}
          onClick={() => refresh.mutate({ id })}
        >
          {texts.refresh}
        </Button>
        <Button
          variant="subtle"
          size="sm"
          aria-label={texts.removeOf(name)}
          loading={remove.isPending}
          onClick={() => void askAndRemove()}
        >
          {texts.remove}
        </Button>
      </Group>
      {error ? <FormError error={error} /> : null}
    </li>
  );
}
