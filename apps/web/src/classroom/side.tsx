import { IconX } from "@tabler/icons-react";
import { type ReactNode, useEffect } from "react";
import buttons from "./buttons.module.css";
import styles from "./side.module.css";

/** What opens beside the faces, and over them on a phone. */
export function Side(props: { title: string; closing: string; onClose: () => void; children: ReactNode }) {
  const { title, closing, onClose, children } = props;
  useEffect(() => {
    const close = ({ key }: KeyboardEvent) => {
      if (key === "Escape") onClose();
    };
    addEventListener("keydown", close);
    return () => removeEventListener("keydown", close);
  }, [onClose]);
  return (
    <aside className={styles.side} aria-label={title}>
      <div className={styles.header}>
        <h2>{title}</h2>
        <button type="button" className={buttons.plain} aria-label={closing} onClick={onClose}>
          <IconX size={20} aria-hidden />
        </button>
      </div>
      {children}
    </aside>
  );
}
