import * as field from "@korki/contracts/fields";
import { adminLessonScreenTexts as texts } from "@korki/contracts/texts/admin-lesson-screens";
import { levelTexts, subjectTexts } from "@korki/contracts/texts/statuses";
import { LEVELS, SUBJECTS } from "@korki/domain";
import { NativeSelect, type NativeSelectProps } from "@mantine/core";
import { ruleOf } from "../../ui/rule-of";
import styles from "./add-lesson-form.module.css";

const NONE = { value: "", label: "–" };
const SUBJECT_CHOICES = [
  NONE,
  ...SUBJECTS.map((subject) => ({ value: subject, label: subjectTexts[subject] })),
];
const LEVEL_CHOICES = [NONE, ...LEVELS.map((level) => ({ value: level, label: levelTexts[level] }))];

/** Rules of a form with `subject` and `level`: both have to be chosen (rules §22). */
export const subjectLevelFaults = {
  subject: ruleOf(field.subject),
  level: ruleOf(field.level),
};

/** Subject and level beside each other; `getInputProps` of either. */
export function SubjectLevelFields(props: {
  subject: NativeSelectProps;
  level: NativeSelectProps;
  note?: string | null;
}) {
  return (
    <>
      <div className={styles.pair}>
        <NativeSelect label={texts.subject} data={SUBJECT_CHOICES} {...props.subject} />
        <NativeSelect label={texts.level} data={LEVEL_CHOICES} {...props.level} />
      </div>
      {props.note ? <p className={styles.note}>{props.note}</p> : null}
    </>
  );
}
