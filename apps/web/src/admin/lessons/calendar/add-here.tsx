import { adminCalendarTexts as texts } from "@korki/contracts/texts/admin-lesson-screens";
import { IconPlus } from "@tabler/icons-react";
import styles from "./admin-calendar.module.css";
import type { SlotState } from "./lanes";

/** A block without a lesson: adds one there. `state` says what is to be known first. */
export function AddHere(props: { label: string; state?: SlotState; onAdd: () => void }) {
  const { label, state = "open" } = props;
  const note = texts.slotStates[state];
  if (state === "taken") return <span className={styles.note}>{note}</span>;
  return (
    <button
      type="button"
      className={styles.add}
      aria-label={note ? `${label} (${note})` : label}
      onClick={props.onAdd}
    >
      <IconPlus size={16} aria-hidden />
    </button>
  );
}
