import { screenUrl } from "../links";
import type { Template } from "../message";

/** To both sides: an administrator assigned them to each other. */
export const relationAdded: Template<"relation-added"> = ({ otherName, otherRole }, _details, around) =>
  otherRole === "Teacher"
    ? {
        icon: "🤝",
        subject: `Twój nauczyciel: ${otherName}`,
        heading: "Masz nauczyciela",
        paragraphs: [`${otherName} będzie Cię uczyć. Możesz już rezerwować lekcje i pisać na czacie.`],
        action: { label: "Zarezerwuj lekcję", url: screenUrl(around.publicUrl, "lessons") },
        secondary: { label: "Napisz na czacie", url: screenUrl(around.publicUrl, "chat") },
      }
    : {
        icon: "🤝",
        subject: `Nowy uczeń: ${otherName}`,
        heading: "Masz nowego ucznia",
        paragraphs: [
          `${otherName} może już rezerwować Twoje lekcje. Sprawdź, czy godziny dostępności są aktualne.`,
        ],
        action: { label: "Sprawdź godziny dostępności", url: screenUrl(around.publicUrl, "lessons") },
        secondary: { label: "Napisz na czacie", url: screenUrl(around.publicUrl, "chat") },
      };
