import type { NotificationText } from "../message";
import { cleanText, safeUrl } from "./escape";
import type { MailFooter } from "./mail-footer";

/** The mail's text part: the same in plain lines. */
export function mailText(message: NotificationText, footer: MailFooter): string {
  const links = [message.action, message.secondary].flatMap((link) => {
    const url = link && safeUrl(link.url);
    return url ? [`${link.label}:\n${url}`] : [];
  });
  return [
    message.heading,
    ...message.paragraphs,
    (message.details ?? []).map(({ label, value }) => `${label}: ${value}`).join("\n"),
    ...links,
    message.footnote ?? "",
    `-- \n${[footer.centreName, footer.contact, footer.why].join("\n")}`,
  ]
    .map((part) => (part.startsWith("-- \n") ? part : cleanText(part)))
    .filter((part) => part !== "")
    .join("\n\n")
    .concat("\n");
}
