import { linkPayload, SAMPLE_LINK, whileLinkWorks } from "../account-links";
import { defineNotification } from "../define-notification";

/** To a new account: prove that the address is yours. */
export const accountConfirmEmail = defineNotification({
  kind: "account-confirm-email",
  label: "Potwierdzenie adresu e-mail",
  audience: ["Student", "Teacher", "Parent", "Admin"],
  optional: false,
  payload: linkPayload,
  revalidate: whileLinkWorks("confirm-email"),
  message: ({ url }, { centreName }) => ({
    icon: "✉️",
    subject: `Potwierdź adres e-mail: ${centreName}`,
    heading: "Potwierdź swój adres e-mail",
    paragraphs: ["Dziękujemy za rejestrację! Kliknij przycisk, aby aktywować konto. Link działa 24 godziny."],
    action: { label: "Potwierdź adres e-mail", url },
    footnote: "Nie zakładasz u nas konta? Zignoruj tę wiadomość, nic więcej się nie stanie.",
  }),
  samples: [{ to: "Student", facts: SAMPLE_LINK }],
});
