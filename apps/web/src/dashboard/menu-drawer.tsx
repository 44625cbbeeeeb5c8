import { dashboardTexts } from "@korki/contracts/texts/dashboard";
import { Drawer } from "@mantine/core";
import "../ui/sheet-styles";
import "@mantine/core/styles/Drawer.layer.css";
import { useState } from "react";
import { useIsCovered } from "../ui/covering";
import styles from "./menu-drawer.module.css";
import { SidePanel } from "./side-panel";

/** The side panel on a phone. */
export default function MenuDrawer(props: { opened: boolean; onClose: () => void; onSearch: () => void }) {
  const { opened, onClose, onSearch } = props;
  const [helpOpen, setHelpOpen] = useState(false);
  const isCovered = useIsCovered();
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      // Escape closes what lies on top.
      closeOnEscape={!helpOpen && !isCovered}
      size="19rem"
      classNames={{ content: styles.drawer ?? "" }}
    >
      <Drawer.Overlay backgroundOpacity={0.45} />
      <Drawer.Content aria-label={dashboardTexts.menu}>
        <Drawer.CloseButton className={styles.close} size="lg" aria-label={dashboardTexts.closeMenu} />
        <SidePanel onNavigate={onClose} onSearch={onSearch} onHelp={setHelpOpen} />
      </Drawer.Content>
    </Drawer.Root>
  );
}
