import { dashboardTexts } from "@korki/contracts/texts/dashboard";
import { plural } from "@korki/domain";
import { useUnreadCount } from "../chat/unread-count";
import { useWaitingProposals } from "../lessons/use-waiting-proposals";
import type { Entry } from "./entries";

/** What waits behind an entry of the menu, as a number and in words; null where nothing does. */
export function useMenuCount({ showsUnread, showsProposals }: Entry): { count: number; text: string } | null {
  const unread = useUnreadCount();
  const proposals = useWaitingProposals();
  if (showsUnread && unread > 0) {
    const text = `${unread} ${plural(unread, "wiadomość", "wiadomości", "wiadomości")}`;
    return { count: unread, text: dashboardTexts.unread(text) };
  }
  if (showsProposals && proposals > 0) {
    const text = `${proposals} ${plural(proposals, "propozycja", "propozycje", "propozycji")}`;
    return { count: proposals, text: dashboardTexts.proposals(text) };
  }
  return null;
}
