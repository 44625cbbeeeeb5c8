import { dashboardTexts } from "@korki/contracts/texts/dashboard";
import { UnstyledButton } from "@mantine/core";
import { IconMenu2 } from "@tabler/icons-react";
import { useMenuEntries } from "../commands/use-menu-entries";
import { paths } from "../paths";
import styles from "./bottom-bar.module.css";
import { EntryLink } from "./entry-link";

/** So many entries fit beside the menu's toggle at 320 pixels. */
const ROOM = 4;

const LINK = { link: styles.item, active: styles.active, count: styles.count };

/** The screens that a phone has at the thumb, and the toggle of the whole menu. */
export function BottomBar({ menuOpen, onMenu }: { menuOpen: boolean; onMenu: () => void }) {
  const entries = useMenuEntries();
  const atHand =
    entries.length > ROOM ? entries.filter(({ path }) => path !== paths.settings).slice(0, ROOM) : entries;
  return (
    // The open menu shows the same entries.
    <nav className={styles.bar} aria-label={dashboardTexts.bottomBar} hidden={menuOpen}>
      {atHand.map((entry) => (
        <EntryLink key={entry.path} entry={entry} iconSize={22} styles={LINK} />
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
