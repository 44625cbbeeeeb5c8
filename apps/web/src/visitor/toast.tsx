import { interfaceTexts } from "@korki/contracts/texts/interface";
import { TOAST_MS } from "@korki/domain";
import { IconCheck, IconX } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import styles from "./toast.module.css";

/** Shows for 3 seconds that something succeeded. */
export function Toast({ text }: { text: string }) {
  const [isOpen, setIsOpen] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setIsOpen(false), TOAST_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.place} role="status">
      {isOpen ? (
        <div className={styles.toast}>
          <IconCheck size={18} aria-hidden />
          <span>{text}</span>
          <button
            type="button"
            className={styles.close}
            aria-label={interfaceTexts.closeToast}
            onClick={() => setIsOpen(false)}
          >
            <IconX size={18} aria-hidden />
          </button>
        </div>
      ) : null}
    </div>
  );
}
