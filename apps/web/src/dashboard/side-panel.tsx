import { dashboardTexts } from "@korki/contracts/texts/dashboard";
import { plural } from "@korki/domain";
import { UnstyledButton } from "@mantine/core";
import { IconHelpCircle, IconLogout } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { NavLink, useLocation } from "react-router-dom";
import { useUnreadCount } from "../chat/unread-count";
import { useWaitingProposals } from "../lessons/use-waiting-proposals";
import { useChildren } from "../parents/family";
import { isDashboardHome, paths } from "../paths";
import { logout } from "../server/session-calls";
import { useProfile } from "../session/session-store";
import { Brand } from "../ui/brand";
import { ColourSchemeSwitch } from "../ui/colour-scheme-switch";
import { mayLeave } from "../ui/may-leave";
import { UserAvatar } from "../ui/user-avatar";
import { ENTRIES, type Entry, PARENT_ENTRIES } from "./entries";
import styles from "./side-panel.module.css";

const HelpPopup = lazy(() => import("./help-popup"));

/** Logo, greeting, account type, menu, help, logout (rules §24). */
export function SidePanel(props: {
  onNavigate?: () => void;
  /** the help was opened or closed */
  onHelp?: (opened: boolean) => void;
}) {
  const { onNavigate, onHelp } = props;
  const profile = useProfile();
  const hasChildren = (useChildren() ?? []).length > 0;
  const [helpOpen, setHelpOpen] = useState<boolean | null>(null);

  function showHelp(opened: boolean) {
    setHelpOpen(opened);
    onHelp?.(opened);
  }

  async function leave() {
    if (await mayLeave()) await logout();
  }

  return (
    <div className={styles.panel}>
      <div className={styles.brand}>
        <Brand />
      </div>
      <div className={styles.person}>
        <UserAvatar id={profile.id} name={profile.name} surname={profile.surname} />
        <div className={styles.who}>
          <p className={styles.greeting}>{dashboardTexts.greeting(profile.name)}</p>
          <p className={styles.accountType}>{dashboardTexts.accountTypes[profile.role]}</p>
        </div>
      </div>
      <nav aria-label={dashboardTexts.menu}>
        <ul className={styles.menu}>
          {(hasChildren ? PARENT_ENTRIES : ENTRIES[profile.role]).map((entry) => (
            <li key={entry.path}>
              <MenuLink entry={entry} {...(onNavigate ? { onNavigate } : {})} />
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.foot}>
        <UnstyledButton className={styles.link} onClick={() => showHelp(true)}>
          <IconHelpCircle size={20} aria-hidden />
          {dashboardTexts.help}
        </UnstyledButton>
        <UnstyledButton className={styles.link} onClick={() => void leave()}>
          <IconLogout size={20} aria-hidden />
          {dashboardTexts.logout}
        </UnstyledButton>
        <div className={styles.scheme}>
          <ColourSchemeSwitch />
        </div>
      </div>
      <Suspense>
        {helpOpen === null ? null : <HelpPopup opened={helpOpen} onClose={() => showHelp(false)} />}
      </Suspense>
    </div>
  );
}

function MenuLink({ entry, onNavigate }: { entry: Entry; onNavigate?: () => void }) {
  const { path, label, icon: Icon, showsUnread, showsProposals } = entry;
  const { pathname } = useLocation();
  const unread = useUnreadCount();
  const proposals = useWaitingProposals();
  // The dashboard's own address shows the lessons.
  const isHome = path === paths.lessons && isDashboardHome(pathname);

  return (
    <NavLink
      to={path}
      className={({ isActive }) => `${styles.link} ${isActive || isHome ? styles.active : ""}`}
      {...(isHome ? { "aria-current": "page" as const } : {})}
      onClick={onNavigate}
    >
      <Icon size={20} aria-hidden />
      {label}
      {showsUnread && unread > 0 ? (
        <Count
          count={unread}
          text={dashboardTexts.unread(`${unread} ${plural(unread, "wiadomość", "wiadomości", "wiadomości")}`)}
        />
      ) : null}
      {showsProposals && proposals > 0 ? (
        <Count
          count={proposals}
          text={dashboardTexts.proposals(
            `${proposals} ${plural(proposals, "propozycja", "propozycje", "propozycji")}`,
          )}
        />
      ) : null}
    </NavLink>
  );
}

function Count({ count, text }: { count: number; text: string }) {
  return (
    <span className={styles.unread}>
      <span aria-hidden>{count > 99 ? "99+" : count}</span>
      <span className="read-out">{text}</span>
    </span>
  );
}
