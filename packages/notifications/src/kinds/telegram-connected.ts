import { z } from "zod";
import { defineNotification } from "../define-notification";
import { screenUrl } from "../links";

/** To the person who entered the bot's code: this chat is linked. */
export const telegramConnected = defineNotification({
  kind: "telegram-connected",
  label: "Połączenie z Telegramem",
  group: "messages",
  audience: ["Student", "Teacher", "Parent", "Admin"],
  optional: false,
  isForDevices: false,
  payload: z.object({ chatId: z.string(), accountName: z.string() }),
  revalidate: async (payload, { lookups, recipientId }) => {
    const linkedId = await lookups.telegramUserId(payload.chatId);
    return linkedId !== null && linkedId === recipientId ? payload : null;
  },
  message: (facts, context) => ({
    icon: "✅",
    subject: `Telegram połączony z kontem: ${context.centreName}`,
    heading: "Telegram połączony z kontem",
    paragraphs: ["Od teraz powiadomienia będą przychodzić na Telegramie. Wszystkie komendy bota: /pomoc"],
    details: [{ label: "Konto", value: facts.accountName }],
    action: { label: "Wybierz, o czym powiadamiać", url: screenUrl(context.publicUrl, "settings") },
    footnote: "To nie Twoje konto? Wyślij botowi /odlacz",
  }),
  samples: [{ to: "Student", facts: { chatId: "123456789", accountName: "Ola Nowak" } }],
});
