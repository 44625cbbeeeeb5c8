import { avatarColour } from "@korki/domain";
import styles from "./user-avatar.module.css";

/**
 * A person's initials on one of six colours, always the same for the same id. The name is shown beside it,
 * so it is hidden from screen readers.
 */
export function UserAvatar(props: {
  id: string;
  name: string;
  surname: string;
  size?: "xs" | "sm" | "md" | "lg";
  online?: boolean;
  /** one of the six; left out: the id's own */
  colour?: number;
}) {
  const initials = `${[...props.name.trim()][0] ?? ""}${[...props.surname.trim()][0] ?? ""}`.toUpperCase();
  return (
    <span
      className={styles.avatar}
      data-colour={props.colour ?? avatarColour(props.id)}
      data-size={props.size ?? "md"}
      aria-hidden
    >
      {initials}
      {props.online ? <span className={styles.online} /> : null}
    </span>
  );
}
