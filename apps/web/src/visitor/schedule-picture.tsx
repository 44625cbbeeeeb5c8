import { lessonStatusTexts, shortWeekdayTexts } from "@korki/contracts/texts/statuses";
import { blockHours } from "@korki/domain";
import styles from "./schedule-picture.module.css";

/** A few lessons of an invented week: a picture, hidden from screen readers. */
const LESSONS = [
  { day: shortWeekdayTexts.pon, date: 17, subject: "Matematyka", block: 9, status: "Potwierdzona" },
  { day: shortWeekdayTexts.sr, date: 19, subject: "Angielski", block: 10, status: "Nie potwierdzona" },
  { day: shortWeekdayTexts.pt, date: 21, subject: "Fizyka", block: 8, status: "Potwierdzona" },
] as const;

/** Shows what the product is about without text. */
export function SchedulePicture() {
  return (
    <div className={styles.picture} aria-hidden>
      {LESSONS.map(({ day, date, subject, block, status }) => (
        <div key={date} className={styles.lesson}>
          <div className={styles.date}>
            <span>{day}</span>
            <strong>{date}</strong>
          </div>
          <div>
            <strong>{subject}</strong>
            <span className={styles.hours}>{blockHours(block)}</span>
          </div>
          <span className={styles.status} data-good={status === "Potwierdzona"}>
            {lessonStatusTexts[status]}
          </span>
        </div>
      ))}
    </div>
  );
}
