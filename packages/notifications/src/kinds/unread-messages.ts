import * as field from "@korki/contracts/fields";
import { plural } from "@korki/domain";
import { z } from "zod";
import { defineNotification } from "../define-notification";
import { conversationUrl } from "../links";

/** To a person who is offline: messages wait. Their text is not repeated. */
export const unreadMessages = defineNotification({
  kind: "unread-messages",
  label: "Nieprzeczytane wiadomości na czacie",
  group: "messages",
  audience: ["Teacher", "Student", "Admin"],
  optional: true,
  urgency: "usual",
  payload: z.object({ senderId: field.id, senderName: z.string(), conversationId: field.id }),
  revalidate: async (payload, { lookups, recipientId }) => {
    const count = recipientId === null ? 0 : await lookups.countUnread(payload.conversationId, recipientId);
    return count > 0 ? { ...payload, count } : null;
  },
  message: (facts, { publicUrl }) => {
    const waiting = `${facts.count} ${plural(
      facts.count,
      "nieprzeczytana wiadomość",
      "nieprzeczytane wiadomości",
      "nieprzeczytanych wiadomości",
    )}`;
    return {
      icon: "💬",
      subject: `${facts.senderName}: ${waiting}`,
      heading: "Nowe wiadomości na czacie",
      paragraphs: [`${facts.senderName}: ${waiting}.`],
      action: { label: "Odpowiedz na czacie", url: conversationUrl(publicUrl, facts.senderId) },
    };
  },
  samples: [
    {
      to: "Student",
      facts: {
        senderId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a",
        senderName: "Marek Zieliński",
        conversationId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a",
        count: 3,
      },
    },
  ],
});
