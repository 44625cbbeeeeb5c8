import { interfaceTexts } from "@korki/contracts/texts/interface";
import { Loader } from "@mantine/core";
import { useIsRetrying } from "../server/retry-writes";
import styles from "./retry-notice.module.css";

/** Says over every screen and dialog that something is being sent again, when that takes longer than a moment. */
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
