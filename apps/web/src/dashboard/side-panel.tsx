import { commandTexts } from "@korki/contracts/texts/commands";
import { dashboardTexts } from "@korki/contracts/texts/dashboard";
import { UnstyledButton } from "@mantine/core";
import { IconHelpCircle, IconLogout, IconSearch } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { NavLink, useLocation } from "react-router-dom";
import { isDashboardHome, paths } from "../paths";
import { logout } from "../server/session-calls";
import { useProfile } from "../session/session-store";
import { Brand } from "../ui/brand";
import { ColourSchemeSwitch } from "../ui/colour-scheme-switch";
import { mayLeave } from "../ui/may-leave";
import { UserAvatar } from "../ui/user-avatar";
import type { Entry } from "./entries";
import { useMenuCount } from "./menu-count";
import { prefetchScreen } from "./screens";
import styles from "./side-panel.module.css";
import { useMenuEntries } from "./use-menu-entries";

const HelpPopup = lazy(() => import("./help-popup"));

/** Logo, greeting, account type, menu, help, logout (rules §24). */
export function SidePanel(props: {
  onNavigate?: () => void;
  /** opens search and commands */
  onSearch?: () => void;
  /** the help was opened or closed */
  onHelp?: (opened: boolean) => void;
}) {
  const { onNavigate, onHelp } = props;
  const profile = useProfile();
  const entries = useMenuEntries();
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
      {props.onSearch ? (
        <UnstyledButton className={styles.search} onClick={props.onSearch}>
          <IconSearch size={18} aria-hidden />
          {commandTexts.open}
          <kbd className={styles.keys}>Ctrl K</kbd>
        </UnstyledButton>
      ) : null}
      <nav aria-label={dashboardTexts.menu}>
        <ul className={styles.menu}>
          {entries.map((entry) => (
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
  const { path, label, icon: Icon } = entry;
  const { pathname } = useLocation();
  const { role } = useProfile();
  const waiting = useMenuCount(entry);
  // The dashboard's own address shows the lessons.
  const isHome = path === paths.lessons && isDashboardHome(pathname);

  return (
    <NavLink
      to={path}
      viewTransition
      onPointerEnter={() => prefetchScreen(path, role)}
      onFocus={() => prefetchScreen(path, role)}
      className={({ isActive }) => `${styles.link} ${isActive || isHome ? styles.active : ""}`}
      {...(isHome ? { "aria-current": "page" as const } : {})}
      onClick={onNavigate}
    >
      <Icon size={20} aria-hidden />
      {label}
      {waiting ? (
        <span className={styles.unread}>
          <span aria-hidden>{waiting.count > 99 ? "99+" : waiting.count}</span>
          <span className="read-out">{waiting.text}</span>
        </span>
      ) : null}
    </NavLink>
  );
}
