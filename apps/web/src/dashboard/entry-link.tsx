import type { AttentionKind } from "@korki/contracts/attention";
import { attentionKindTexts } from "@korki/contracts/texts/attention";
import { dashboardTexts } from "@korki/contracts/texts/dashboard";
import { NavLink, useLocation } from "react-router-dom";
import { ATTENTION_SHOWN } from "../attention/attention-shown";
import { useUnreadCount } from "../chat/unread-count";
import type { Entry } from "../commands/entries";
import { paths } from "../paths";
import { useProfile } from "../session/session-store";
import { trpc } from "../trpc";
import { isDashboardHome } from "../visitor-paths";
import { prefetchScreen } from "./screens";

/** A link to a screen of the menu, with what waits there; its code is fetched when the link is pointed at. */
export function EntryLink(props: {
  entry: Entry;
  iconSize: number;
  styles: {
    readonly link: string | undefined;
    readonly active: string | undefined;
    readonly count: string | undefined;
  };
  onNavigate?: (() => void) | undefined;
}) {
  const { entry, iconSize, styles, onNavigate } = props;
  const { path, label, icon: Icon } = entry;
  const { pathname } = useLocation();
  const { role } = useProfile();
  const waiting = useMenuCount(entry);
  // The dashboard's own address shows the lessons.
  const isHome = path === paths.lessons && isDashboardHome(pathname);
  return (
    <NavLink
      to={path}
      onPointerEnter={() => prefetchScreen(path, role)}
      onFocus={() => prefetchScreen(path, role)}
      className={({ isActive }) => `${styles.link} ${isActive || isHome ? styles.active : ""}`}
      {...(isHome ? { "aria-current": "page" as const } : {})}
      onClick={onNavigate}
    >
      <Icon size={iconSize} aria-hidden />
      <span>{label}</span>
      {waiting ? (
        <span className={styles.count}>
          <span aria-hidden>{waiting.count > 99 ? "99+" : waiting.count}</span>
          <span className="read-out">{waiting.text}</span>
        </span>
      ) : null}
    </NavLink>
  );
}

/** Returns how many things wait in an entry of the menu, as a number and as a text; null if none. */
function useMenuCount(entry: Entry): { count: number; text: string } | null {
  const { showsUnread, showsProposals, showsAttention } = entry;
  const unread = useUnreadCount();
  const proposals = useWaitingProposals();
  const waiting = useAttentionCounts(showsAttention);
  if (showsUnread && unread > 0) {
    return { count: unread, text: dashboardTexts.unread(unread) };
  }
  if (showsProposals && proposals > 0) {
    return { count: proposals, text: dashboardTexts.proposals(proposals) };
  }
  if (waiting.length > 0) {
    const text = waiting.map(({ kind, count }) => `${attentionKindTexts[kind]}: ${count}`).join(", ");
    return { count: waiting.reduce((sum, { count }) => sum + count, 0), text };
  }
  return null;
}

/** Returns what of these kinds waits for the administrators. */
function useAttentionCounts(kinds: readonly AttentionKind[] | undefined) {
  const { role } = useProfile();
  const { data = [] } = trpc.attention.get.useQuery(ATTENTION_SHOWN, {
    enabled: role === "Admin" && kinds !== undefined,
  });
  return role === "Admin" ? data.filter(({ kind }) => kinds?.includes(kind)) : [];
}

/** Returns how many planned lessons have another time proposed that waits for this person's answer. */
function useWaitingProposals(): number {
  const { role } = useProfile();
  const { data = 0 } = trpc.lessons.waitingProposals.useQuery(undefined, {
    enabled: role === "Student" || role === "Teacher",
  });
  return data;
}
