import { screenUrl } from "../links";
import type { MailBrand, RenderContext } from "../message";
import { isAccountKind } from "../registry";
import { cleanLine } from "./escape";

/** The end of every e-mail. */
export type MailFooter = {
  centreName: string;
  contact: string;
  brand: MailBrand | null;
  /** Why the recipient gets this e-mail. */
  why: string;
  /** The preferences; null if the recipient cannot switch this kind off. */
  settingsUrl: string | null;
};

/** Returns the footer for a kind and its recipient. */
export function mailFooter(kind: string, context: RenderContext): MailFooter {
  const choosable = context.recipientRole !== null && !isAccountKind(kind);
  const settingsUrl = choosable ? screenUrl(context.publicUrl, "settings") : null;
  return {
    centreName: cleanLine(context.centreName),
    contact: `${cleanLine(context.contactPhone)} · ${cleanLine(context.contactEmail)}`,
    brand: context.brand,
    why: settingsUrl
      ? `O czym i jak Cię powiadamiamy, wybierzesz w ustawieniach: ${settingsUrl}`
      : "To wiadomość automatyczna, związana z Twoim kontem lub zgłoszeniem.",
    settingsUrl,
  };
}
