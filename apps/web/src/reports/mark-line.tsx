import { marksText } from "@korki/contracts/texts/month-summary";
import { subjectTexts } from "@korki/contracts/texts/statuses";
import { MARK_MAX, MARK_MIN, type Mark, markPoints, type Subject } from "@korki/domain";
import { formatDayMonth } from "../ui/formats";
import styles from "./summary-page.module.css";
import "../calendar/subject-colours.css";

/** The view box; the drawing is stretched to the width available. */
const SIZE = { width: 100, height: 40 };
const SCALE = Array.from({ length: MARK_MAX - MARK_MIN + 1 }, (_, at) => MARK_MAX - at);

/** A subject's marks of a month as a small line on an axis of 1–5; read out as days and marks. */
export function MarkLine({ subject, marks }: { subject: Subject; marks: readonly Mark[] }) {
  const points = markPoints(marks, SIZE);
  const [first, last] = [marks[0], marks.at(-1)];
  if (!first || !last) return null;
  return (
    <figure className={styles.line} data-subject={subject}>
      <figcaption>
        {subjectTexts[subject]} <span className={styles.days}>{days(first, last)}</span>
      </figcaption>
      <div className={styles.scale} aria-hidden>
        {SCALE.map((mark) => (
          <span key={mark}>{mark % 2 === 0 ? "" : mark}</span>
        ))}
      </div>
      <svg
        className={styles.drawing}
        role="img"
        aria-label={marksText(subjectTexts[subject], marks)}
        viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
        preserveAspectRatio="none"
      >
        {SCALE.map((mark, at) => (
          <path
            key={mark}
            className={styles.rule}
            d={`M0 ${(at * SIZE.height) / (SCALE.length - 1)}H${SIZE.width}`}
          />
        ))}
        <polyline points={points.map(({ x, y }) => `${x},${y}`).join(" ")} />
        {/* A line of zero length with round caps is a dot that stays round when the drawing is stretched. */}
        <path className={styles.dots} d={points.map(({ x, y }) => `M${x} ${y}h0`).join("")} />
      </svg>
    </figure>
  );
}

function days(first: Mark, last: Mark): string {
  const [from, to] = [formatDayMonth(first.date), formatDayMonth(last.date)];
  return from === to ? from : `${from} – ${to}`;
}
