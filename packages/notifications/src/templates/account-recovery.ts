import type { Template } from "../message";

/** To somebody who forgot a password. */
export const accountRecovery: Template<"account-recovery"> = (_facts, { url }, { centreName }) => ({
  icon: "🔑",
  subject: `Odzyskiwanie konta: ${centreName}`,
  heading: "Ustaw nowe hasło",
  paragraphs: ["Kliknij przycisk, aby ustawić nowe hasło. Link działa godzinę i tylko raz."],
  action: { label: "Ustaw nowe hasło", url },
  footnote: "To nie Ty prosisz o zmianę? Zignoruj tę wiadomość. Twoje hasło pozostaje bez zmian.",
});
