import { z } from "zod";
import { alwaysTrue, defineNotification } from "../define-notification";
import { screenUrl } from "../links";

/** To the student, the paying parent and the administrators: an invited parent accepted, and may book and pay (rules §15). */
export const parentJoined = defineNotification({
  kind: "parent-joined",
  label: "Przyjęcie zaproszenia przez rodzica",
  group: "messages",
  audience: ["Student", "Parent", "Admin"],
  optional: true,
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
