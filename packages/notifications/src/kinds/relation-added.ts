import { z } from "zod";
import { alwaysTrue, defineNotification } from "../define-notification";
import { screenUrl } from "../links";

/** To both sides: an administrator assigned them to each other. */
export const relationAdded = defineNotification({
  kind: "relation-added",
  label: "Przydzielenie nauczyciela lub ucznia",
  group: "lessons",
  audience: ["Teacher", "Student"],
  optional: true,
  payload: z.object({ otherName: z.string(), otherRole: z.enum(["Student", "Teacher"]) }),
  revalidate: alwaysTrue,
  message: ({ otherName, otherRole }, context) =>
    otherRole === "Teacher"
      ? {
          icon: "🤝",
          subject: `Twój nauczyciel: ${otherName}`,
          heading: "Masz nauczyciela",
          paragraphs: [`${otherName} będzie Cię uczyć. Możesz już rezerwować lekcje i pisać na czacie.`],
          action: { label: "Zarezerwuj lekcję", url: screenUrl(context.publicUrl, "lessons") },
          secondary: { label: "Napisz na czacie", url: screenUrl(context.publicUrl, "chat") },
        }
      : {
          icon: "🤝",
          subject: `Nowy uczeń: ${otherName}`,
          heading: "Masz nowego ucznia",
          paragraphs: [
            `${otherName} może już rezerwować Twoje lekcje. Sprawdź, czy godziny dostępności są aktualne.`,
          ],
          action: { label: "Sprawdź godziny dostępności", url: screenUrl(context.publicUrl, "lessons") },
          secondary: { label: "Napisz na czacie", url: screenUrl(context.publicUrl, "chat") },
        },
  samples: [
    { to: "Student", facts: { otherName: "Marek Zieliński", otherRole: "Teacher" } },
    { to: "Teacher", facts: { otherName: "Ola Nowak", otherRole: "Student" } },
  ],
});
