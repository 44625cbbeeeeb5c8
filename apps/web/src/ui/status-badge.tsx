import { lessonStatusNames, lessonStatusTexts, trialStatusTexts } from "@korki/contracts/texts/statuses";
import type { LessonStatus, TrialStatus } from "@korki/domain";
import {
  IconCalendarCheck,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  type IconProps,
  IconSparkles,
  IconUserOff,
} from "@tabler/icons-react";
import type { ComponentType } from "react";
import styles from "./status-badge.module.css";

type Tone = "waiting" | "good" | "done" | "bad" | "odd";
export type StatusLook = { readonly tone: Tone; readonly icon: ComponentType<IconProps> };

const LESSON: Record<LessonStatus, StatusLook> = {
  "Nie potwierdzona": { tone: "waiting", icon: IconClock },
  Potwierdzona: { tone: "good", icon: IconCalendarCheck },
  "Odwolana przez ucznia": { tone: "bad", icon: IconCircleX },
  "Odwolana przez nauczyciela": { tone: "bad", icon: IconCircleX },
  Zrealizowana: { tone: "done", icon: IconCircleCheck },
  "Uczen nieobecny": { tone: "odd", icon: IconUserOff },
};

const TRIAL: Record<TrialStatus, StatusLook> = {
  Nowa: { tone: "waiting", icon: IconSparkles },
  Umowiona: { tone: "good", icon: IconCalendarCheck },
  Zrealizowana: { tone: "done", icon: IconCircleCheck },
  Odwolana: { tone: "bad", icon: IconCircleX },
};

/**
 * A lesson's status in words (rules §24); colour is never the only sign.
 *
 * @param isFull whether it also says who cancelled
 */
export function LessonStatusBadge({ status, isFull }: { status: LessonStatus; isFull?: boolean }) {
  const label = isFull ? lessonStatusNames[status] : lessonStatusTexts[status];
  return <StatusBadge look={LESSON[status]} label={label} />;
}

/** The icon of a lesson's status, beside its text. */
export function LessonStatusIcon({ status }: { status: LessonStatus }) {
  const { icon: Icon } = LESSON[status];
  return <Icon size={13} stroke={2} aria-hidden />;
}

/** A trial lesson's status. */
export function TrialStatusBadge({ status }: { status: TrialStatus }) {
  return <StatusBadge look={TRIAL[status]} label={trialStatusTexts[status]} />;
}

/** A state with its icon. */
export function StatusBadge({ look: { tone, icon: Icon }, label }: { look: StatusLook; label: string }) {
  return (
    <span className={styles.badge} data-tone={tone}>
      <Icon size={15} stroke={2.25} aria-hidden />
      {label}
    </span>
  );
}
