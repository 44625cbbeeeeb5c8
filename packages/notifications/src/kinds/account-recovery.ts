import { linkPayload, SAMPLE_LINK, whileLinkWorks } from "../account-links";
import { defineNotification } from "../define-notification";

/** To a person who forgot a password. */
export const accountRecovery = defineNotification({
  kind: "account-recovery",
  label: "Odzyskiwanie konta",
  group: "messages",
  audience: ["Student", "Teacher", "Parent", "Admin"],
  optional: false,
  payload: linkPayload,
  revalidate: whileLinkWorks("reset-password"),
  message: ({ url }, { centreName }) => ({
    icon: "🔑",
    subject: `Odzyskiwanie konta: ${centreName}`,
    heading: "Ustaw nowe hasło",
    paragraphs: ["Kliknij przycisk, aby ustawić nowe hasło. Link działa godzinę i tylko raz."],
    action: { label: "Ustaw nowe hasło", url },
    footnote: "To nie Ty prosisz o zmianę? Zignoruj tę wiadomość. Twoje hasło pozostaje bez zmian.",
  }),
  samples: [{ to: "Student", facts: SAMPLE_LINK }],
});
