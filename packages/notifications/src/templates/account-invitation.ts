import type { Template } from "../message";

/** To somebody for whom an administrator made an account. */
export const accountInvitation: Template<"account-invitation"> = (_facts, { url }, { centreName }) => ({
  icon: "🎉",
  subject: `Zaproszenie: ${centreName}`,
  heading: "Masz konto!",
  paragraphs: [
    `Administrator założył dla Ciebie konto w serwisie ${centreName}. Ustaw hasło, aby zacząć z niego korzystać.`,
  ],
  action: { label: "Ustaw hasło", url },
  footnote: "Nie spodziewasz się tej wiadomości? Zignoruj ją.",
});
