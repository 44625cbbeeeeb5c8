import { useEffect } from "react";
import { useCentreInfo } from "../server/centre-info";
import styles from "./brand.module.css";
import { nameSite, siteName } from "./page-title";

/** The logo with the centre's name. */
export function Brand() {
  const info = useCentreInfo();
  useEffect(() => {
    if (info) nameSite(info.name);
  }, [info]);
  return (
    <div className={styles.brand}>
      <img src="/logo.svg" alt="" width={36} height={36} />
      <span className={styles.name}>{info?.name ?? siteName()}</span>
    </div>
  );
}
