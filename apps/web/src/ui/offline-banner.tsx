import { interfaceTexts } from "@korki/contracts/texts/interface";
import { IconCloudOff } from "@tabler/icons-react";
import { useConnection } from "../server/connection";
import styles from "./offline-banner.module.css";

/** Says that there is no connection, on top of every page, as long as there is none. */
export function OfflineBanner() {
  const connection = useConnection();
  return (
    <div role="status" className={styles.place}>
      {connection === "online" ? null : (
        <div className={styles.banner}>
          <IconCloudOff size={18} aria-hidden />
          <strong>{interfaceTexts.connectionLost[connection]}</strong>
          <span className={styles.text}>{interfaceTexts.offlineText}</span>
        </div>
      )}
    </div>
  );
}
