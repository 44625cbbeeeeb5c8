import { interfaceTexts } from "@korki/contracts/texts/interface";
import { Loader } from "@mantine/core";
import { useIsRetrying } from "../server/retry-writes";
import styles from "./retry-notice.module.css";

/** Shows above every screen and dialog that a write is being repeated, if that takes longer than a moment. */
export function RetryNotice() {
  const isRetrying = useIsRetrying();
  return (
    <div role="status" className={styles.place}>
      {isRetrying ? (
        <div className={styles.notice}>
          <Loader size="xs" aria-hidden />
          {interfaceTexts.retrying}
        </div>
      ) : null}
    </div>
  );
}
