import { screenUrl } from "../links";
import type { Template } from "../message";

/** To the owner of an address with which somebody tried to register once more. */
export const accountExists: Template<"account-exists"> = (_facts, { url }, { centreName, publicUrl }) => ({
  icon: "ℹ️",
  subject: `Masz już konto: ${centreName}`,
  heading: "Ten adres e-mail ma już konto",
  paragraphs: [
    "Ktoś próbował założyć konto na ten adres. Jeśli to Ty, po prostu się zaloguj lub ustaw nowe hasło.",
  ],
  action: { label: "Zaloguj się", url: screenUrl(publicUrl, "auth") },
  ...(url === null ? {} : { secondary: { label: "Ustaw nowe hasło", url } }),
  footnote: "To nie Ty? Zignoruj tę wiadomość. Twoje konto jest bezpieczne, nic się w nim nie zmieniło.",
});
