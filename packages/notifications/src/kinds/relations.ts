import { z } from "zod";
import { alwaysTrue, defineNotification } from "../define-notification";
import { bookingUrl, screenUrl } from "../links";

/** To both sides: an administrator assigned them to each other. */
export const relationAdded = defineNotification({
  kind: "relation-added",
  label: "Przydzielenie nauczyciela lub ucznia",
  group: "lessons",
  audience: ["Teacher", "Student"],
  optional: true,
  urgency: "usual",
  payload: z.object({
    otherName: z.string(),
    otherRole: z.enum(["Student", "Teacher"]),
    /** How many students a teacher got at once, if several; the name is one of theirs. */
    count: z.number().int().min(1).optional(),
    /** The children of a parent who is told of several. */
    studentNames: z.array(z.string()).optional(),
  }),
  revalidate: alwaysTrue,
  message: ({ otherName, otherRole, count = 1, studentNames }, { publicUrl, child }) =>
    otherRole === "Teacher"
      ? {
          icon: "🤝",
          ...(studentNames
            ? {
                subject: `Nauczyciel Twoich dzieci: ${otherName}`,
                heading: "Twoje dzieci mają nauczyciela",
                paragraphs: [
                  `${otherName} będzie uczyć Twoje dzieci. Możesz już rezerwować lekcje i pisać na czacie.`,
                ],
                details: [{ label: "Uczniowie", value: studentNames.join(", ") }],
              }
            : child
              ? {
                  subject: `${child.name} ma nauczyciela: ${otherName}`,
                  heading: `${child.name} ma nauczyciela`,
                  paragraphs: [
                    child.mayBook
                      ? `Lekcje poprowadzi ${otherName}. Możesz je już rezerwować i pisać na czacie.`
                      : `Lekcje poprowadzi ${otherName}.`,
                  ],
                }
              : {
                  subject: `Twój nauczyciel: ${otherName}`,
                  heading: "Masz nauczyciela",
                  paragraphs: [
                    `${otherName} będzie Cię uczyć. Możesz już rezerwować lekcje i pisać na czacie.`,
                  ],
                }),
          ...(child?.mayBook === false
            ? { action: { label: "Zobacz lekcje", url: screenUrl(publicUrl, "lessons") } }
            : {
                action: { label: "Zarezerwuj lekcję", url: bookingUrl(publicUrl, { childId: child?.id }) },
                secondary: { label: "Napisz na czacie", url: screenUrl(publicUrl, "chat") },
              }),
        }
      : {
          icon: "🤝",
          ...newStudents(otherName, count),
          action: { label: "Sprawdź godziny dostępności", url: screenUrl(publicUrl, "availability") },
          secondary: { label: "Napisz na czacie", url: screenUrl(publicUrl, "chat") },
        },
  samples: [
    { to: "Student", facts: { otherName: "Marek Zieliński", otherRole: "Teacher" } },
    {
      to: "Parent",
      facts: {
        otherName: "Marek Zieliński",
        otherRole: "Teacher",
        studentNames: ["Ola Nowak", "Jan Nowak"],
      },
    },
    { to: "Teacher", facts: { otherName: "Ola Nowak", otherRole: "Student" } },
    { to: "Teacher", facts: { otherName: "Ola Nowak", otherRole: "Student", count: 12 } },
  ],
});

function newStudents(name: string, count: number) {
  const check = "Sprawdź, czy godziny dostępności są aktualne.";
  if (count === 1) {
    return {
      subject: `Nowy uczeń: ${name}`,
      heading: "Masz nowego ucznia",
      paragraphs: [`${name} może już rezerwować Twoje lekcje. ${check}`],
    };
  }
  return {
    subject: `Nowi uczniowie: ${count}`,
    heading: "Masz nowych uczniów",
    paragraphs: [`Przydzielono Ci ${count} nowych uczniów. Mogą już rezerwować Twoje lekcje. ${check}`],
  };
}

/** To the student, the paying parent and the administrators: an invited parent accepted, and may book and pay (rules §15). */
export const parentJoined = defineNotification({
  kind: "parent-joined",
  label: "Przyjęcie zaproszenia przez rodzica",
  group: "messages",
  audience: ["Student", "Parent", "Admin"],
  optional: true,
  urgency: "usual",
  payload: z.object({ studentName: z.string(), parentEmail: z.string() }),
  revalidate: alwaysTrue,
  message: ({ studentName, parentEmail }, { publicUrl }) => ({
    icon: "👪",
    subject: `Rodzic przyjął zaproszenie: ${studentName}`,
    heading: "Rodzic przyjął zaproszenie",
    paragraphs: [
      "Od teraz może rezerwować i odwoływać lekcje ucznia oraz za nie płacić. Jeśli to pomyłka, centrum może zakończyć opiekę.",
    ],
    details: [
      { label: "Uczeń", value: studentName },
      { label: "Adres rodzica", value: parentEmail },
    ],
    action: { label: "Otwórz serwis", url: screenUrl(publicUrl, "lessons") },
  }),
  samples: [
    { to: "Student", facts: { studentName: "Zosia Nowak", parentEmail: "rodzic@example.pl" } },
    { to: "Parent", facts: { studentName: "Zosia Nowak", parentEmail: "tata@example.pl" } },
    { to: "Admin", facts: { studentName: "Zosia Nowak", parentEmail: "rodzic@example.pl" } },
  ],
});
