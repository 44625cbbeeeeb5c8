import * as field from "@korki/contracts/fields";
import { adminLessonScreenTexts as texts } from "@korki/contracts/texts/admin-lesson-screens";
import { levelTexts, subjectTexts } from "@korki/contracts/texts/statuses";
import { LEVELS, SUBJECTS, type SubjectLevel } from "@korki/domain";
import { Alert, Checkbox, NativeSelect, type NativeSelectProps } from "@mantine/core";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";
import { IconInfoCircle } from "@tabler/icons-react";
import { useState } from "react";
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

/**
 * Subject and level beside each other; `getInputProps` of either. With `taught` the choice is narrowed to what the teacher
 * teaches; anything else only after a warning.
 */
export function SubjectLevelFields(props: {
  subject: NativeSelectProps;
  level: NativeSelectProps;
  taught?: readonly SubjectLevel[] | undefined;
}) {
  const { taught } = props;
  const [wantsOther, setWantsOther] = useState(false);
  const [subject, level] = [String(props.subject.value ?? ""), String(props.level.value ?? "")];
  // What was chosen before the teacher stays chosen, with the warning.
  const isOther =
    taught !== undefined &&
    taught.length > 0 &&
    !taught.some((pair) => (!subject || pair.subject === subject) && (!level || pair.level === level));
  const isNarrow = taught !== undefined && taught.length > 0 && !wantsOther && !isOther;
  const subjects = isNarrow
    ? SUBJECT_CHOICES.filter(({ value }) => !value || taught.some((pair) => pair.subject === value))
    : SUBJECT_CHOICES;
  const levels = isNarrow
    ? LEVEL_CHOICES.filter(
        ({ value }) =>
          !value || taught.some((pair) => pair.level === value && (!subject || pair.subject === subject)),
      )
    : LEVEL_CHOICES;
  return (
    <>
      <div className={styles.pair}>
        <NativeSelect label={texts.subject} {...props.subject} data={subjects} />
        <NativeSelect label={texts.level} {...props.level} data={levels} />
      </div>
      {taught !== undefined && taught.length > 0 ? (
        <Checkbox
          label={texts.otherSubject}
          checked={wantsOther || isOther}
          disabled={isOther}
          onChange={({ currentTarget }) => setWantsOther(currentTarget.checked)}
        />
      ) : null}
      {isOther || wantsOther || taught?.length === 0 ? (
        <Alert variant="light" color="yellow" icon={<IconInfoCircle size={20} aria-hidden />}>
          {isOther || taught?.length === 0 ? texts.subjectOther : texts.subjectOtherAllowed}
        </Alert>
      ) : null}
    </>
  );
}
