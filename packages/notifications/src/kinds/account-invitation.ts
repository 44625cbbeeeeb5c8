import { linkPayload, SAMPLE_LINK, whileLinkWorks } from "../account-links";
import { defineNotification } from "../define-notification";

/** To a person for whom an administrator created an account. */
export const accountInvitation = defineNotification({
  kind: "account-invitation",
  label: "Zaproszenie do konta",
  group: "messages",
  audience: ["Student", "Teacher", "Parent", "Admin"],
  optional: false,
  payload: linkPayload,
  revalidate: whileLinkWorks("reset-password"),
  message: ({ url }, { centreName }) => ({
    icon: "🎉",
    subject: `Zaproszenie: ${centreName}`,
    heading: "Masz konto!",
    paragraphs: [
      `Administrator założył dla Ciebie konto w serwisie ${centreName}. Ustaw hasło, aby zacząć z niego korzystać.`,
    ],
    action: { label: "Ustaw hasło", url },
    footnote: "Nie spodziewasz się tej wiadomości? Zignoruj ją.",
  }),
  samples: [{ to: "Parent", facts: SAMPLE_LINK }],
});
