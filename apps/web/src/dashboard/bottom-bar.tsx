import { dashboardTexts } from "@korki/contracts/texts/dashboard";
import { UnstyledButton } from "@mantine/core";
import { IconMenu2 } from "@tabler/icons-react";
import { NavLink, useLocation } from "react-router-dom";
import { isDashboardHome, paths } from "../paths";
import { useProfile } from "../session/session-store";
import styles from "./bottom-bar.module.css";
import type { Entry } from "./entries";
import { useMenuCount } from "./menu-count";
import { prefetchScreen } from "./screens";
import { useMenuEntries } from "./use-menu-entries";

/** So many entries fit beside the menu's toggle at 320 pixels. */
const ROOM = 4;

/** The screens that a phone has at the thumb, and the toggle of the whole menu. */
export function BottomBar({ menuOpen, onMenu }: { menuOpen: boolean; onMenu: () => void }) {
  const entries = useMenuEntries();
  const atHand =
    entries.length > ROOM ? entries.filter(({ path }) => path !== paths.settings).slice(0, ROOM) : entries;
  return (
    // The open menu shows the same entries.
    <nav className={styles.bar} aria-label={dashboardTexts.bottomBar} hidden={menuOpen}>
      {atHand.map((entry) => (
        <BarLink key={entry.path} entry={entry} />
      ))}
      <UnstyledButton
        className={styles.item}
        aria-label={dashboardTexts.openMenu}
        aria-expanded={menuOpen}
        aria-haspopup="dialog"
        onClick={onMenu}
      >
        <IconMenu2 size={22} aria-hidden />
        <span>{dashboardTexts.menu}</span>
      </UnstyledButton>
    </nav>
  );
}

function BarLink({ entry }: { entry: Entry }) {
  const { path, label, icon: Icon } = entry;
  const { pathname } = useLocation();
  const { role } = useProfile();
  const waiting = useMenuCount(entry);
  const isHome = path === paths.lessons && isDashboardHome(pathname);
  return (
    <NavLink
      to={path}
      viewTransition
      onPointerEnter={() => prefetchScreen(path, role)}
      onFocus={() => prefetchScreen(path, role)}
      className={({ isActive }) => `${styles.item} ${isActive || isHome ? styles.active : ""}`}
      {...(isHome ? { "aria-current": "page" as const } : {})}
    >
      <Icon size={22} aria-hidden />
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
