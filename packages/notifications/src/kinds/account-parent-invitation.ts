import * as field from "@korki/contracts/fields";
import { z } from "zod";
import { defineNotification } from "../define-notification";

/** To a person invited by a student or an administrator to be the student's parent. */
export const accountParentInvitation = defineNotification({
  kind: "account-parent-invitation",
  label: "Zaproszenie rodzica",
  group: "messages",
  audience: ["Visitor"],
  optional: false,
  payload: z.object({ invitationId: field.id }),
  async revalidate(payload, { lookups }) {
    const invitation = await lookups.parentInvitation(payload.invitationId);
    return invitation && { ...payload, ...invitation };
  },
  message: (facts: { invitationId: string; studentName: string; url: string }, { centreName }) => ({
    icon: "👪",
    subject: `Zaproszenie do konta rodzica: ${facts.studentName}`,
    heading: "Zaproszenie dla rodzica",
    paragraphs: [
      `Zapraszamy do serwisu ${centreName}. Po przyjęciu zaproszenia możesz rezerwować i odwoływać lekcje ucznia, widzieć jego plan i wpłaty oraz pisać z nauczycielami.`,
    ],
    details: [{ label: "Uczeń", value: facts.studentName }],
    action: { label: "Przyjmij zaproszenie", url: facts.url },
    footnote: "Zaproszenie jest ważne 7 dni. Nie spodziewasz się tej wiadomości? Zignoruj ją.",
  }),
  samples: [
    {
      to: null,
      facts: {
        invitationId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a",
        studentName: "Zosia Nowak",
        url: "https://korki.example/zaproszenie/przyklad",
      },
    },
  ],
});
