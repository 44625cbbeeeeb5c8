import * as field from "@korki/contracts/fields";
import { z } from "zod";
import { defineNotification } from "../define-notification";
import { screenUrl } from "../links";

const payload = z.object({ calendarId: field.id });
type Facts = z.infer<typeof payload> & { calendar: { name: string; since: string } };

const SAMPLE: Facts = {
  calendarId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b6c",
  calendar: { name: "Szkoła", since: "pon. 23.11, 15:45" },
};

/** To a teacher whose calendar elsewhere could not be read for two days (rules §35). */
export const calendarFailing = defineNotification({
  kind: "calendar-failing",
  label: "Kalendarz, którego nie da się odczytać",
  group: "messages",
  audience: ["Teacher"],
  optional: true,
  urgency: "usual",
  payload,
  async revalidate(stored, { lookups }): Promise<Facts | null> {
    const calendar = await lookups.failingCalendar(stored.calendarId);
    return calendar && { ...stored, calendar };
  },
  message: ({ calendar: { name, since } }, { publicUrl }) => ({
    icon: "📅",
    subject: `Nie możemy odczytać kalendarza: ${name}`,
    heading: "Nie możemy odczytać Twojego kalendarza",
    paragraphs: [
      "Nadal obowiązują zajęte godziny, które odczytaliśmy ostatnio. Nowych zajęć z tego kalendarza nie widzimy, więc ktoś może umówić się z Tobą w zajętym terminie.",
      "Sprawdź, czy adres kalendarza jest nadal ważny. Jeśli się zmienił, dodaj go ponownie w ustawieniach.",
    ],
    details: [
      { label: "Kalendarz", value: name },
      { label: "Nie działa od", value: since },
    ],
    action: { label: "Otwórz ustawienia", url: screenUrl(publicUrl, "settings") },
  }),
  samples: [{ to: "Teacher", facts: SAMPLE }],
});
