import { dashboardTexts } from "@korki/contracts/texts/dashboard";
import type { Role } from "@korki/domain";
import type { z } from "zod";
import { linkPayload, SAMPLE_LINK, whileLinkWorks } from "../account-links";
import { defineNotification } from "../define-notification";

const addUrl = whileLinkWorks("confirm-email");

type Facts = z.infer<typeof linkPayload> & { url: string; name: string; role: Role; email: string };

/** To a new account: prove that the address is yours. Names what is confirmed, for anybody may type an address. */
export const accountConfirmEmail = defineNotification({
  kind: "account-confirm-email",
  label: "Potwierdzenie adresu e-mail",
  group: "messages",
  audience: ["Student", "Teacher", "Parent", "Admin"],
  optional: false,
  payload: linkPayload,
  async revalidate(payload, moment): Promise<Facts | null> {
    const [link, person] = [
      await addUrl(payload, moment),
      await moment.lookups.registrationOf(payload.linkId),
    ];
    return link && person && { ...link, ...person };
  },
  message: ({ url, name, role, email }: Facts, { centreName }) => ({
    icon: "✉️",
    subject: `Potwierdź adres e-mail: ${centreName}`,
    heading: "Potwierdź swój adres e-mail",
    paragraphs: [
      "Ktoś założył konto z tym adresem. Jeśli to Twoje dane, otwórz stronę i potwierdź je, aby aktywować konto. Link działa 24 godziny.",
    ],
    details: [
      { label: "Imię i nazwisko", value: name },
      { label: "Rodzaj konta", value: dashboardTexts.accountTypes[role] },
      { label: "E-mail", value: email },
    ],
    action: { label: "Potwierdź adres e-mail", url },
    footnote:
      "To nie Twoje dane albo nie zakładasz u nas konta? Zignoruj tę wiadomość, nic więcej się nie stanie.",
  }),
  samples: [
    { to: "Student", facts: { ...SAMPLE_LINK, name: "Ola Nowak", role: "Student", email: "ola@example.pl" } },
  ],
});
