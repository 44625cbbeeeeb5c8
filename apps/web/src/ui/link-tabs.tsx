import { useCallback } from "react";
import { Link, useLocation } from "react-router-dom";
import styles from "./link-tabs.module.css";

export type LinkTab = {
  readonly to: string;
  readonly label: string;
  /** another address that shows the same */
  readonly also?: string;
};

/** Links to the parts of a screen. On a phone a row that is too long scrolls sideways. */
export function LinkTabs({ label, tabs }: { label: string; tabs: readonly LinkTab[] }) {
  const { pathname } = useLocation();
  const here = pathname.replace(/\/+$/, "");
  // A new function with every address: the open tab comes into view when it changes.
  const showOpenTab = useCallback(
    (nav: HTMLElement | null) => {
      const open = nav?.querySelector<HTMLElement>(`[href="${CSS.escape(here)}"]`);
      if (nav && open) nav.scrollLeft = open.offsetLeft - nav.offsetLeft - 48;
    },
    [here],
  );

  // Tabs that come later move the open one.
  return (
    <nav key={tabs.length} ref={showOpenTab} className={styles.tabs} aria-label={label}>
      {tabs.map(({ to, label: name, also }) => (
        <Link
          key={to}
          to={to}
          className={styles.tab}
          aria-current={here === to || here === also ? "page" : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
