import { plural } from "@korki/domain";
import { conversationUrl } from "../links";
import type { Template } from "../message";

/** To somebody who is away: messages wait. Their text is not repeated. */
export const unreadMessages: Template<"unread-messages"> = (facts, { count }, { publicUrl }) => {
  const waiting = `${count} ${plural(
    count,
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
};
