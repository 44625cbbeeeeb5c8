import { dashboardTexts } from "@korki/contracts/texts/dashboard";
import { interfaceTexts } from "@korki/contracts/texts/interface";
import { IconRefresh } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import {
  type CSSProperties,
  lazy,
  memo,
  Suspense,
  startTransition,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import { useLocation } from "react-router-dom";
import { useShortcuts } from "../commands/use-shortcuts";
import { useChildren } from "../family/family";
import { invalidateTopic } from "../invalidation";
import { useSession } from "../session/session-store";
import { trpc } from "../trpc";
import { useLeaveGuard } from "../ui/may-leave";
import { useIsPhone } from "../ui/use-is-phone";
import { useKeptFocus } from "../ui/use-kept-focus";
import { BottomBar } from "./bottom-bar";
import { DashboardScreens } from "./dashboard-screens";
import styles from "./dashboard-shell.module.css";
import { SidePanel } from "./side-panel";
import { usePullToRefresh } from "./use-pull-to-refresh";

const CommandPalette = lazy(() => import("../commands/command-palette"));
const ShortcutsPopup = lazy(() => import("../commands/shortcuts-popup"));
const MenuDrawer = lazy(() => import("./menu-drawer"));
const UnreadMessages = lazy(() => import("../chat/unread-messages"));
const PushUpkeep = lazy(() => import("../push/push-upkeep"));
const SignInAgain = lazy(() => import("./sign-in-again"));

/** The open screen does not re-render when something opens above it. */
const Screens = memo(DashboardScreens);

/** The side panel and the open screen; a phone has a bar at the bottom, and the panel as a drawer behind its toggle. */
export function DashboardShell() {
  const isPhone = useIsPhone();
  const { pathname } = useLocation();
  const { phase, userType } = useSession();
  const hasChildren = (useChildren() ?? []).length > 0;
  useLeaveGuard();
  useLiveChanges({ enabled: phase === "signedIn" });
  const [menuOpen, setMenuOpen] = useState(false);
  const [overlay, setOverlay] = useState<"palette" | "shortcuts" | null>(null);
  const open = useCallback((what: typeof overlay) => startTransition(() => setOverlay(what)), []);
  useShortcuts(open);
  // On a phone the search lies over the menu that it was opened from.
  function endSearch() {
    setOverlay(null);
    setMenuOpen(false);
  }
  const main = useRef<HTMLElement>(null);
  const pathBefore = useRef(pathname);
  useKeptFocus(main);
  const pulled = usePullToRefresh(main, isPhone);

  // A new screen begins at its top, with the focus, as a new page would. Within a screen the focus stays where the
  // screen has put it, but for one that went with what was clicked.
  useEffect(() => {
    if (pathBefore.current === pathname) return;
    const isNewScreen = screenOf(pathBefore.current) !== screenOf(pathname);
    pathBefore.current = pathname;
    setMenuOpen(false);
    if (isNewScreen) scrollTo(0, 0);
    if (isNewScreen || document.activeElement === document.body) main.current?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#tresc">
        {interfaceTexts.skipToContent}
      </a>
      {isPhone ? null : (
        <aside className={styles.side} aria-label={dashboardTexts.sidePanel}>
          <SidePanel onSearch={() => open("palette")} />
        </aside>
      )}
      <main id="tresc" ref={main} tabIndex={-1} className={styles.main}>
        {pulled > 0 ? (
          <div className={styles.pull} style={{ "--pulled": pulled } as CSSProperties} aria-hidden>
            <IconRefresh size={22} />
          </div>
        ) : null}
        <div className={styles.screen}>
          <Screens />
        </div>
      </main>
      {isPhone ? <BottomBar menuOpen={menuOpen} onMenu={() => setMenuOpen(true)} /> : null}
      <Suspense>
        {isPhone ? (
          <MenuDrawer opened={menuOpen} onClose={() => setMenuOpen(false)} onSearch={() => open("palette")} />
        ) : null}
        {userType === "Parent" && !hasChildren ? null : <UnreadMessages />}
        <PushUpkeep />
        {overlay === "palette" ? <CommandPalette onClosed={endSearch} /> : null}
        {overlay === "shortcuts" ? <ShortcutsPopup onClose={() => setOverlay(null)} /> : null}
        {phase === "expired" ? <SignInAgain /> : null}
      </Suspense>
    </div>
  );
}

/** `/dashboard/chat/1` and `/dashboard/chat` are one screen. */
function screenOf(pathname: string): string | undefined {
  return pathname.split("/")[2];
}

/**
 * Keeps the open screens current: reads again what another person changed. Whenever the subscription starts, also
 * after a lost connection, everything is read again: signals are not kept for those who are away.
 */
function useLiveChanges({ enabled }: { enabled: boolean }): void {
  const client = useQueryClient();
  trpc.live.changes.useSubscription(undefined, {
    enabled,
    onStarted: () => invalidateTopic(client, "all"),
    onData: ({ topic }) => invalidateTopic(client, topic),
  });
}
