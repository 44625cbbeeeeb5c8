import type { Lesson } from "@korki/contracts/lessons";
import { lessonDetailTexts as texts } from "@korki/contracts/texts/lesson-screens";
import { IconCalendarTime } from "@tabler/icons-react";
import styles from "./proposal-mark.module.css";

/** Marks a lesson whose other time is proposed; one that waits for this person stands out. */
export function ProposalMark({ lesson, viewer }: { lesson: Lesson; viewer: "Student" | "Teacher" }) {
  const { proposal } = lesson;
  if (!proposal) return null;
  const isOwn = proposal.by === viewer;
  return (
    <span className={styles.mark} data-own={isOwn || undefined}>
      <IconCalendarTime size={14} aria-hidden />
      {isOwn ? texts.proposalSent : texts.proposalReceived}
    </span>
  );
}
