import { dashboardTexts } from "@korki/contracts/texts/dashboard";
import { plural } from "@korki/domain";
import { ActionIcon } from "@mantine/core";
import { IconMenu2 } from "@tabler/icons-react";
import { useUnreadCount } from "../chat/unread-count";
import { Brand } from "../ui/brand";
import styles from "./phone-bar.module.css";

/** What stands above a screen on a phone: the menu's toggle and the logo. No banner: an open sheet brings its own. */
export function PhoneBar({ menuOpen, onMenu }: { menuOpen: boolean; onMenu: () => void }) {
  const unread = useUnreadCount();
  const unreadText = dashboardTexts.unread(
    `${unread} ${plural(unread, "wiadomość", "wiadomości", "wiadomości")}`,
  );
  return (
    <section className={styles.bar} aria-label={dashboardTexts.topBar}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        aria-label={unread > 0 ? `${dashboardTexts.openMenu}. ${unreadText}` : dashboardTexts.openMenu}
        aria-expanded={menuOpen}
        aria-haspopup="dialog"
        onClick={onMenu}
      >
        <IconMenu2 size={24} aria-hidden />
        {unread > 0 ? <span className={styles.dot} /> : null}
      </ActionIcon>
      <Brand />
    </section>
  );
}
