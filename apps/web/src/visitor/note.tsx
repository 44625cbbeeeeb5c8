import { IconAlertTriangle, IconInfoCircle, IconMailCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import styles from "./note.module.css";

const ICONS = { good: IconMailCheck, bad: IconAlertTriangle, calm: IconInfoCircle } as const;

/** Says something beside a form; a failure is read out at once. */
export function Note({
  tone,
  title,
  children,
}: {
  tone: keyof typeof ICONS;
  title?: string;
  children: ReactNode;
}) {
  const Icon = ICONS[tone];
  return (
    <div className={styles.note} data-tone={tone} role={tone === "bad" ? "alert" : "status"}>
      <Icon size={20} aria-hidden />
      <div>
        {title ? <strong className={styles.title}>{title}</strong> : null}
        {children}
      </div>
    </div>
  );
}
