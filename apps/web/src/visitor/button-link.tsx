import styles from "./form.module.css";

/** A link that looks like the button of a form. */
export function ButtonLink({ to, label }: { to: string; label: string }) {
  return (
    <a href={to} className={`${styles.button} ${styles.wide}`}>
      {label}
    </a>
  );
}
