import {
  NOTIFICATION_CHANNELS,
  type NotificationChannel,
  type NotificationPreference,
} from "@korki/contracts/notifications";
import { notificationChannelLabels } from "@korki/contracts/texts/notifications";
import { preferenceTexts as texts } from "@korki/contracts/texts/settings";
import { Checkbox } from "@mantine/core";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";
import { useForm } from "@mantine/form";
import { trpc } from "../trpc";
import { Card } from "../ui/card";
import { FormShell } from "../ui/form-shell";
import { FormSkeleton, Loaded } from "../ui/page-states";
import { toastSuccess } from "../ui/toasts";
import styles from "./preferences-form.module.css";

/** Each kind of notification, on or off per channel; account mails are not among them. */
export function PreferencesForm() {
  const query = trpc.notifications.preferences.useQuery(undefined, { refetchOnWindowFocus: false });
  return (
    <Card title={texts.title} text={texts.text}>
      <Loaded query={query} skeleton={<FormSkeleton fields={5} />}>
        {(preferences) => <Preferences preferences={preferences} />}
      </Loaded>
    </Card>
  );
}

function Preferences({ preferences }: { preferences: NotificationPreference[] }) {
  const utils = trpc.useUtils();
  const form = useForm({ initialValues: { rows: preferences } });
  const save = trpc.notifications.savePreferences.useMutation({
    onSuccess(saved) {
      utils.notifications.preferences.setData(undefined, saved);
      form.resetDirty();
      toastSuccess(texts.saved);
    },
  });
  return (
    <FormShell
      form={form}
      label={texts.title}
      pending={save.isPending}
      error={save.error}
      submitLabel={texts.save}
      onSubmit={({ rows }) => save.mutate(rows)}
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
          {form.values.rows.map(({ kind, label, only }, index) => (
            <tr key={kind}>
              <th scope="row">{label}</th>
              {NOTIFICATION_CHANNELS.map((channel: NotificationChannel) => (
                <td key={channel}>
                  {only && only !== channel ? null : (
                    <Checkbox
                      aria-label={texts.choice(label, notificationChannelLabels[channel])}
                      {...form.getInputProps(`rows.${index}.${channel}`, { type: "checkbox" })}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </FormShell>
  );
}
