import { interfaceTexts } from "@korki/contracts/texts/interface";
import { IconCloudOff } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { useConnection } from "../server/connection";
import styles from "./offline-banner.module.css";

/** Says that there is no connection, on top of every page, as long as there is none. */
export function OfflineBanner() {
  const connection = useConnection();
  const place = useRef<HTMLDivElement>(null);

  // What fills the window leaves the banner its room.
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const observer = new ResizeObserver(() =>
      document.documentElement.style.setProperty("--korki-banner-height", `${element.offsetHeight}px`),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  return (
    <div role="status" className={styles.place} ref={place}>
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
