import type { NotificationKind } from "../kinds";
import { screenUrl } from "../links";
import type { Surroundings } from "../message";
import { cleanLine } from "./escape";

/** What stands at the end of every mail. */
export type MailFooter = {
  centreName: string;
  contact: string;
  /** Why one gets this mail, and what to do about it. */
  why: string;
  /** Where one chooses what to hear of; null where there is nothing to choose. */
  settingsUrl: string | null;
};

/** The footer for a kind and its recipient. */
export function mailFooter(kind: NotificationKind, around: Surroundings): MailFooter {
  const choosable = around.recipientRole !== null && !kind.startsWith("account-");
  const settingsUrl = choosable ? screenUrl(around.publicUrl, "settings") : null;
  return {
    centreName: cleanLine(around.centreName),
    contact: `${cleanLine(around.contactPhone)} · ${cleanLine(around.contactEmail)}`,
    why: settingsUrl
      ? `O czym i jak Cię powiadamiamy, wybierzesz w ustawieniach: ${settingsUrl}`
      : "To wiadomość automatyczna, związana z Twoim kontem lub zgłoszeniem.",
    settingsUrl,
  };
}
