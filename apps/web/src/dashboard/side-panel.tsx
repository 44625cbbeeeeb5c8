import { commandTexts } from "@korki/contracts/texts/commands";
import { dashboardTexts } from "@korki/contracts/texts/dashboard";
import { UnstyledButton } from "@mantine/core";
import { IconHelpCircle, IconLogout, IconSearch } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { mayLeaveBoards } from "../board/may-leave-boards";
import { useLessonEntries, useMenuEntries } from "../commands/use-menu-entries";
import { RefreshButton } from "../lessons/refresh-button";
import { logout } from "../server/session-calls";
import { useProfile } from "../session/session-store";
import { trpc } from "../trpc";
import { Brand } from "../ui/brand";
import { ColourSchemeSwitch } from "../ui/colour-scheme-switch";
import { mayLeave } from "../ui/may-leave";
import { UserAvatar } from "../ui/user-avatar";
import { EntryLink } from "./entry-link";
import styles from "./side-panel.module.css";

const HelpPopup = lazy(() => import("./help-popup"));

const LINK = { link: styles.link, active: styles.active, count: styles.unread };

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
  const { client } = trpc.useUtils();
  const entries = useMenuEntries();
  const lessonEntries = useLessonEntries();
  const [helpOpen, setHelpOpen] = useState<boolean | null>(null);
  const [isLeaving, setIsLeaving] = useState(false);

  function showHelp(opened: boolean) {
    setHelpOpen(opened);
    onHelp?.(opened);
  }

  async function leave() {
    setIsLeaving(true);
    try {
      // A half-filled form is given up last: until then the person may still stay.
      if ((await mayLeaveBoards(client, profile.id)) && (await mayLeave())) await logout();
    } finally {
      setIsLeaving(false);
    }
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
              <EntryLink entry={entry} iconSize={20} styles={LINK} onNavigate={onNavigate} />
            </li>
          ))}
        </ul>
      </nav>
      {lessonEntries.length > 0 ? (
        <nav className={styles.more} aria-label={dashboardTexts.lessonEntries}>
          <ul className={styles.menu}>
            {lessonEntries.map((entry) => (
              <li key={entry.path}>
                <EntryLink entry={entry} iconSize={20} styles={LINK} onNavigate={onNavigate} />
              </li>
            ))}
            <li>
              <RefreshButton className={styles.link} onRefresh={onNavigate} />
            </li>
          </ul>
        </nav>
      ) : null}
      <div className={styles.foot}>
        <UnstyledButton className={styles.link} onClick={() => showHelp(true)}>
          <IconHelpCircle size={20} aria-hidden />
          {dashboardTexts.help}
        </UnstyledButton>
        <UnstyledButton
          className={styles.link}
          disabled={isLeaving}
          aria-busy={isLeaving}
          onClick={() => void leave()}
        >
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
