import { NavLink, useLocation } from "react-router-dom";
import { isDashboardHome, paths } from "../paths";
import { useProfile } from "../session/session-store";
import type { Entry } from "./entries";
import { useMenuCount } from "./menu-count";
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
      viewTransition
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
