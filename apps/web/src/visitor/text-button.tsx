import type { ReactNode } from "react";
import styles from "./form.module.css";

/**
 * A button that looks like a link, beside a form. Pressed with a mouse it takes no focus: the fault that leaving a
 * field may show would move the button away before the click is done.
 */
export function TextButton({
  onClick,
  isSmall,
  children,
}: {
  onClick: () => void;
  isSmall?: boolean;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      className={`${styles.link} ${isSmall ? styles.small : ""}`}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
