import { interfaceTexts } from "@korki/contracts/texts/interface";
import { useCentreInfo } from "../server/centre-info";
import styles from "./brand.module.css";

/** The logo with the centre's name. */
export function Brand() {
  const info = useCentreInfo();
  return (
    <div className={styles.brand}>
      <img src="/logo.svg" alt="" width={36} height={36} />
      <span className={styles.name}>{info?.name ?? interfaceTexts.appName}</span>
    </div>
  );
}
