import { securityEventKind } from "@korki/contracts/account-security";
import * as field from "@korki/contracts/fields";
import { securityEventLabels } from "@korki/contracts/texts/account-links";
import { z } from "zod";
import { SAMPLE_LINK } from "../account-links";
import { defineNotification } from "../define-notification";

const AT = new Intl.DateTimeFormat("pl", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "Europe/Warsaw",
});

const payload = z.object({
  event: securityEventKind,
  at: z.iso.datetime(),
  device: z.string(),
  /** Null where there is nothing to undo. */
  linkId: field.id.nullable(),
});
type Facts = z.infer<typeof payload> & { url: string | null };

const NEW_DEVICE: Facts = {
  ...SAMPLE_LINK,
  event: "new-device",
  at: "2026-11-20T15:45:00.000Z",
  device: "Chrome, Android",
};
const EMAIL_CHANGED: Facts = {
  event: "email-changed",
  at: "2026-07-20T15:45:00.000Z",
  device: "",
  linkId: null,
  url: null,
};

/** To the owner of an account: something changed who can get in. */
export const accountAlert = defineNotification({
  kind: "account-alert",
  label: "Zdarzenie bezpieczeństwa konta",
  group: "messages",
  audience: ["Student", "Teacher", "Parent", "Admin", "Visitor"],
  optional: false,
  urgency: "awaited",
  payload,
  async revalidate(event, { lookups }): Promise<Facts> {
    return { ...event, url: event.linkId && (await lookups.accountLinkUrl(event.linkId, "not-me")) };
  },
  message: ({ event, at, device, url }: Facts, { centreName, contactEmail }) => ({
    icon: "🔐",
    subject: `${securityEventLabels[event]}: ${centreName}`,
    heading: securityEventLabels[event],
    paragraphs: ["To zdarzenie dotyczy dostępu do Twojego konta. Jeśli to Ty, nie musisz nic robić."],
    details: [
      { label: "Kiedy", value: AT.format(new Date(at)) },
      ...(device === "" ? [] : [{ label: "Urządzenie", value: device }]),
    ],
    ...(url === null ? {} : { action: { label: "To nie ja", url } }),
    footnote:
      url === null
        ? `To nie było uzgodnione z Tobą? Napisz do nas: ${contactEmail}`
        : "Przycisk „To nie ja” otwiera stronę, na której jednym kliknięciem wylogujesz wszystkie urządzenia i ustawisz nowe hasło. Działa 7 dni.",
  }),
  samples: [
    { to: "Student", facts: NEW_DEVICE },
    { to: null, facts: EMAIL_CHANGED },
  ],
});
