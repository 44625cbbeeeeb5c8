import type { ReactNode } from "react";
import styles from "./picture.module.css";

/** Drawings in the theme's colours: `soft` for the background, `paper` for surfaces, `ink` for accents. */
const DRAWINGS = {
  calendar: (
    <>
      <rect className={styles.paper} x="42" y="26" width="76" height="66" rx="9" />
      <path className={styles.ink} d="M42 44v-9a9 9 0 0 1 9-9h58a9 9 0 0 1 9 9v9z" />
      <path className={styles.line} d="M60 20v12M100 20v12" />
      <path className={styles.dots} d="M57 56h6m14 0h6m14 0h6M57 68h6m14 0h6M57 80h6m14 0h6" />
      <circle className={styles.ink} cx="112" cy="84" r="15" />
      <path className={styles.onInk} d="M112 75v9l6 4" />
    </>
  ),
  people: (
    <>
      <circle className={styles.paper} cx="62" cy="46" r="14" />
      <path className={styles.paper} d="M36 92a26 26 0 0 1 52 0z" />
      <circle className={styles.ink} cx="98" cy="52" r="12" />
      <path className={styles.ink} d="M76 92a22 22 0 0 1 44 0z" />
      <path className={styles.line} d="M124 28v14m-7-7h14" />
    </>
  ),
  money: (
    <>
      <rect className={styles.paper} x="38" y="40" width="78" height="50" rx="9" />
      <path className={styles.ink} d="M38 49a9 9 0 0 1 9-9h51l-7-14-49 10a7 7 0 0 0-4 6z" />
      <rect className={styles.ink} x="94" y="57" width="28" height="17" rx="8" />
      <circle className={styles.paper} cx="103" cy="65.5" r="3.5" />
      <circle className={styles.line} cx="124" cy="32" r="9" />
      <path className={styles.dots} d="M50 76h16" />
    </>
  ),
  chat: (
    <>
      <path
        className={styles.paper}
        d="M45 24h50a9 9 0 0 1 9 9v24a9 9 0 0 1-9 9H62L48 78V66h-3a9 9 0 0 1-9-9V33a9 9 0 0 1 9-9z"
      />
      <path className={styles.dots} d="M50 40h38M50 51h22" />
      <path
        className={styles.ink}
        d="M85 54h30a9 9 0 0 1 9 9v16a9 9 0 0 1-9 9h-2v10L101 88H85a9 9 0 0 1-9-9V63a9 9 0 0 1 9-9z"
      />
      <path className={styles.onInk} d="M90 71h.1m9.9 0h.1m9.9 0h.1" />
    </>
  ),
  notes: (
    <>
      <path
        className={styles.paper}
        d="M54 20h40l16 16v50a8 8 0 0 1-8 8H54a8 8 0 0 1-8-8V28a8 8 0 0 1 8-8z"
      />
      <path className={styles.soft} d="M94 20v16h16z" />
      <path className={styles.dots} d="M58 46h36M58 58h36M58 70h20" />
      <path className={styles.ink} d="m118 50 10 10-28 28-13 3 3-13z" />
    </>
  ),
  search: (
    <>
      <rect className={styles.paper} x="38" y="26" width="66" height="18" rx="6" />
      <rect className={styles.paper} x="38" y="50" width="66" height="18" rx="6" />
      <rect className={styles.paper} x="38" y="74" width="46" height="18" rx="6" />
      <path className={styles.dots} d="M47 35h24M47 59h16M47 83h20" />
      <circle className={styles.glass} cx="100" cy="62" r="18" />
      <path className={styles.line} d="m113 75 13 14" />
    </>
  ),
  done: (
    <>
      <circle className={styles.ink} cx="80" cy="56" r="30" />
      <path className={styles.onInk} d="m66 57 10 10 19-21" />
      <path className={styles.dots} d="M36 40h8M40 36v8M120 78h8m-4-4v8" />
      <circle className={styles.line} cx="124" cy="34" r="4" />
      <circle className={styles.line} cx="38" cy="80" r="3" />
    </>
  ),
} satisfies Record<string, ReactNode>;

export type PictureName = keyof typeof DRAWINGS;

/** A decorative drawing for an empty list; the text beside it carries the meaning. */
export function Picture({ name }: { name: PictureName }) {
  return (
    <svg className={styles.picture} viewBox="0 0 160 112" width="160" height="112" aria-hidden="true">
      <ellipse className={styles.soft} cx="80" cy="60" rx="74" ry="46" />
      {DRAWINGS[name]}
    </svg>
  );
}
