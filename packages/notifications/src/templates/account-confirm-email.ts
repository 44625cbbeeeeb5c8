import type { Template } from "../message";

/** To a new account: prove that the address is yours. */
export const accountConfirmEmail: Template<"account-confirm-email"> = (_facts, { url }, { centreName }) => ({
  icon: "✉️",
  subject: `Potwierdź adres e-mail: ${centreName}`,
  heading: "Potwierdź swój adres e-mail",
  paragraphs: ["Dziękujemy za rejestrację! Kliknij przycisk, aby aktywować konto. Link działa 24 godziny."],
  action: { label: "Potwierdź adres e-mail", url },
  footnote: "Nie zakładasz u nas konta? Zignoruj tę wiadomość, nic więcej się nie stanie.",
});
