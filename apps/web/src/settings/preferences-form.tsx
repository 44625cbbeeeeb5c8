import {
  NOTIFICATION_CHANNELS,
  NOTIFICATION_GROUPS,
  type NotificationChannel,
  type NotificationChoice,
  type NotificationPreference,
} from "@korki/contracts/notifications";
import { notificationChannelLabels, notificationGroupLabels } from "@korki/contracts/texts/notifications";
import { preferenceTexts as texts } from "@korki/contracts/texts/settings";
import { Button, Checkbox } from "@mantine/core";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";
import { useForm } from "@mantine/form";
import { Fragment, useState } from "react";
import { trpc } from "../trpc";
import { Card } from "../ui/card";
import { changedValues } from "../ui/changed-values";
import { FormShell } from "../ui/form-shell";
import { FormSkeleton, Loaded } from "../ui/page-states";
import { fillSaved } from "../ui/sent-values";
import { toastSuccess } from "../ui/toasts";
import styles from "./preferences-form.module.css";

/** What a person wants to hear of, in five groups with their kinds behind each; account mails are not among them. */
export function PreferencesForm() {
  const query = trpc.notifications.preferences.useQuery(undefined, { refetchOnWindowFocus: false });
  const { data: channels } = trpc.notifications.channels.useQuery(undefined, { refetchOnWindowFocus: false });
  return (
    <Card title={texts.title} text={texts.text}>
      <Loaded query={query} skeleton={<FormSkeleton fields={5} />}>
        {(preferences) =>
          channels ? (
            <Preferences preferences={preferences} channels={channels} />
          ) : (
            <FormSkeleton fields={5} />
          )
        }
      </Loaded>
    </Card>
  );
}

type Choices = Record<NotificationChannel, boolean>;
type Row = NotificationPreference;

/** Sends only what was changed here: another window or device may have changed the rest meanwhile. */
function Preferences({ preferences, channels }: { preferences: Row[]; channels: Choices }) {
  const utils = trpc.useUtils();
  const [base, setBase] = useState({ rows: preferences, channels });
  const form = useForm({ initialValues: base });
  const saveChannels = trpc.notifications.saveChannels.useMutation();
  const save = trpc.notifications.savePreferences.useMutation({
    onSuccess(saved) {
      utils.notifications.preferences.setData(undefined, saved);
      const all = { rows: saved, channels: utils.notifications.channels.getData() ?? base.channels };
      setBase(all);
      fillSaved(form, all);
      toastSuccess(texts.saved);
    },
  });
  const { rows } = form.values;
  return (
    <FormShell
      form={form}
      label={texts.title}
      call={{ isPending: save.isPending || saveChannels.isPending, error: saveChannels.error ?? save.error }}
      submitLabel={texts.save}
      onSubmit={(values) =>
        saveChannels.mutate(changedValues(base.channels, values.channels), {
          onSuccess(saved) {
            utils.notifications.channels.setData(undefined, saved);
            save.mutate(changedRows(base.rows, values.rows));
          },
        })
      }
    >
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{texts.kind}</th>
            {NOTIFICATION_CHANNELS.map((channel) => (
              <th scope="col" key={channel}>
                {texts.channels[channel]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr className={styles.group}>
            <th scope="row">{texts.all}</th>
            {NOTIFICATION_CHANNELS.map((channel) => (
              <td key={channel}>
                <Checkbox
                  aria-label={texts.choice(texts.all, notificationChannelLabels[channel])}
                  {...form.getInputProps(`channels.${channel}`, { type: "checkbox" })}
                />
              </td>
            ))}
          </tr>
          {NOTIFICATION_GROUPS.map((group) => (
            <Group
              key={group}
              label={notificationGroupLabels[group]}
              rows={rows.filter((row) => row.group === group)}
              onChange={(changed) =>
                form.setFieldValue(
                  "rows",
                  rows.map((row) => changed.find(({ kind }) => kind === row.kind) ?? row),
                )
              }
            />
          ))}
        </tbody>
      </table>
    </FormShell>
  );
}

/** A group's choice, which is that of all its kinds, and behind "Szczegóły" each of them. */
function Group({ label, rows, onChange }: { label: string; rows: Row[]; onChange: (rows: Row[]) => void }) {
  const [isOpen, setOpen] = useState(false);
  if (rows.length === 0) return null;
  const change = (changed: readonly Row[], channel: NotificationChannel, isWanted: boolean) =>
    onChange(changed.map((row) => (goesBy(row, channel) ? { ...row, [channel]: isWanted } : row)));
  return (
    <Fragment>
      <tr className={styles.group}>
        <th scope="row">
          {label}
          <Button
            variant="subtle"
            size="compact-sm"
            aria-expanded={isOpen}
            aria-label={texts.detailsOf(label)}
            onClick={() => setOpen(!isOpen)}
          >
            {texts.details}
          </Button>
        </th>
        {NOTIFICATION_CHANNELS.map((channel) => {
          const wanted = rows.filter((row) => goesBy(row, channel) && row[channel]).length;
          const all = rows.filter((row) => goesBy(row, channel)).length;
          return (
            <td key={channel}>
              {all === 0 ? null : (
                <Checkbox
                  aria-label={texts.choice(label, notificationChannelLabels[channel])}
                  checked={wanted === all}
                  indeterminate={wanted > 0 && wanted < all}
                  onChange={({ currentTarget }) => change(rows, channel, currentTarget.checked)}
                />
              )}
            </td>
          );
        })}
      </tr>
      {isOpen
        ? rows.map((row) => (
            <tr key={row.kind}>
              <th scope="row">{row.label}</th>
              {NOTIFICATION_CHANNELS.map((channel) => (
                <td key={channel}>
                  {goesBy(row, channel) ? (
                    <Checkbox
                      aria-label={texts.choice(row.label, notificationChannelLabels[channel])}
                      checked={row[channel]}
                      onChange={({ currentTarget }) => change([row], channel, currentTarget.checked)}
                    />
                  ) : null}
                </td>
              ))}
            </tr>
          ))
        : null}
    </Fragment>
  );
}

function changedRows(base: readonly Row[], rows: readonly Row[]): NotificationChoice[] {
  const before = new Map(base.map((row) => [row.kind, row]));
  return rows
    .filter((row) =>
      NOTIFICATION_CHANNELS.some((channel) => row[channel] !== before.get(row.kind)?.[channel]),
    )
    .map(({ kind, push, telegram, email }) => ({ kind, push, telegram, email }));
}

function goesBy({ only }: Row, channel: NotificationChannel): boolean {
  return only === undefined || only === channel;
}
