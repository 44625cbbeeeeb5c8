import { IconPlus } from "@tabler/icons-react";
import styles from "./admin-calendar.module.css";

/** A free block: adds a lesson there. */
export function AddHere(props: { label: string; available?: boolean; onAdd: () => void }) {
  return (
    <button
      type="button"
      className={styles.add}
      data-available={props.available || undefined}
      aria-label={props.label}
      onClick={props.onAdd}
    >
      <IconPlus size={16} aria-hidden />
    </button>
  );
}
