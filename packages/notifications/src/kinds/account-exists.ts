import * as field from "@korki/contracts/fields";
import { z } from "zod";
import { defineNotification } from "../define-notification";
import { screenUrl } from "../links";

/** To the owner of an address that was used in another registration. */
export const accountExists = defineNotification({
  kind: "account-exists",
  label: "Próba ponownej rejestracji",
  group: "messages",
  audience: ["Student", "Teacher", "Parent", "Admin"],
  optional: false,
  payload: z.object({ linkId: field.id.nullable() }),
  revalidate: async ({ linkId }, { lookups }) => ({
    linkId,
    url: linkId === null ? null : await lookups.accountLinkUrl(linkId, "reset-password"),
  }),
  message: ({ url }, { centreName, publicUrl }) => ({
    icon: "ℹ️",
    subject: `Masz już konto: ${centreName}`,
    heading: "Ten adres e-mail ma już konto",
    paragraphs: [
      "Ktoś próbował założyć konto na ten adres. Jeśli to Ty, po prostu się zaloguj lub ustaw nowe hasło.",
    ],
    action: { label: "Zaloguj się", url: screenUrl(publicUrl, "auth") },
    ...(url === null ? {} : { secondary: { label: "Ustaw nowe hasło", url } }),
    footnote: "To nie Ty? Zignoruj tę wiadomość. Twoje konto jest bezpieczne, nic się w nim nie zmieniło.",
  }),
  samples: [{ to: "Student", facts: { linkId: null, url: null } }],
});
