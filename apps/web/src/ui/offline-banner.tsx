import { interfaceTexts } from "@korki/contracts/texts/interface";
import { IconCloudOff } from "@tabler/icons-react";
import styles from "./offline-banner.module.css";
import { useOnline } from "./use-online";

/** Says that there is no connection, on top of every page, as long as there is none. */
export function OfflineBanner() {
  const online = useOnline();
  return (
    <div role="status" className={styles.place}>
      {online ? null : (
        <div className={styles.banner}>
          <IconCloudOff size={18} aria-hidden />
          <strong>{interfaceTexts.offline}</strong>
          <span className={styles.text}>{interfaceTexts.offlineText}</span>
        </div>
      )}
    </div>
  );
}
