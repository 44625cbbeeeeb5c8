import { interfaceTexts } from "@korki/contracts/texts/interface";
import { useEffect } from "react";
import { useCentreInfo } from "../server/centre-info";
import styles from "./brand.module.css";
import { nameSite } from "./page-title";

/** The logo with the centre's name. */
export function Brand() {
  const info = useCentreInfo();
  useEffect(() => {
    if (info) nameSite(info.name);
  }, [info]);
  return (
    <div className={styles.brand}>
      <img src="/logo.svg" alt="" width={36} height={36} />
      <span className={styles.name}>{info?.name ?? interfaceTexts.appName}</span>
    </div>
  );
}
