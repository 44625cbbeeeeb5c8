import { screenUrl } from "../links";
import type { Template } from "../message";

/** To whoever typed the bot's code: this chat is the one. */
export const telegramConnected: Template<"telegram-connected"> = (facts, _details, around) => ({
  icon: "✅",
  subject: `Telegram połączony z kontem: ${around.centreName}`,
  heading: "Telegram połączony z kontem",
  paragraphs: ["Od teraz powiadomienia będą przychodzić na Telegramie. Wszystkie komendy bota: /pomoc"],
  details: [{ label: "Konto", value: facts.accountName }],
  action: { label: "Wybierz, o czym powiadamiać", url: screenUrl(around.publicUrl, "settings") },
  footnote: "To nie Twoje konto? Wyślij botowi /odlacz",
});
