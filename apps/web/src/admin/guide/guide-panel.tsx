import type { Guide, GuideStep } from "@korki/contracts/guide";
import { guideStepTexts, guideTexts as texts } from "@korki/contracts/texts/guide";
import { Button, Progress, Text } from "@mantine/core";
import "@mantine/core/styles/Progress.layer.css";
import { IconCircleCheckFilled } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { paths } from "../../paths";
import { errorText } from "../../server/errors";
import { trpc } from "../../trpc";
import { Card } from "../../ui/card";
import { confirm } from "../../ui/confirm";
import { toastError } from "../../ui/toasts";
import styles from "./guide-panel.module.css";

const OPTIONAL: readonly GuideStep[] = ["payments"];

/** "Pierwsze kroki": what an empty centre does next; nothing for a centre that has a lesson (rules §28). */
export default function GuidePanel() {
  const { data } = trpc.guide.get.useQuery();
  const hide = trpc.guide.hide.useMutation({ onError: (error) => toastError(errorText(error)) });
  if (!data) return null;
  const { steps } = data;
  const doneCount = steps.filter(({ isDone }) => isDone).length;
  const next = steps.find(({ step, isDone }) => !isDone && !OPTIONAL.includes(step))?.step;

  async function askAndHide() {
    const sure = await confirm({ title: texts.hideQuestion, text: texts.hideText, confirmLabel: texts.hide });
    if (sure) hide.mutate();
  }

  return (
    <Card
      title={texts.title}
      text={texts.text}
      actions={
        <Button variant="subtle" size="xs" loading={hide.isPending} onClick={askAndHide}>
          {texts.hide}
        </Button>
      }
    >
      <Text size="sm" mb={4}>
        {texts.progress(doneCount, steps.length)}
      </Text>
      <Progress value={(doneCount / steps.length) * 100} aria-label={texts.title} mb="md" />
      <ol className={styles.steps} aria-label={texts.title}>
        {steps.map(({ step, isDone }, at) => (
          <li key={step} className={styles.step} data-done={isDone || undefined}>
            {isDone ? (
              <IconCircleCheckFilled className={styles.mark} size={28} role="img" aria-label={texts.done} />
            ) : (
              <span className={styles.number} aria-hidden>
                {at + 1}
              </span>
            )}
            <div className={styles.words}>
              <h3 className={styles.title}>
                {guideStepTexts[step].title}
                {OPTIONAL.includes(step) ? (
                  <span className={styles.optional}>{` (${texts.optional})`}</span>
                ) : null}
              </h3>
              {isDone ? null : <p className={styles.text}>{guideStepTexts[step].text}</p>}
            </div>
            {isDone ? null : (
              <Button
                component={Link}
                to={placeOf(step, data)}
                size="sm"
                variant={step === next ? "filled" : "default"}
                className={styles.action}
              >
                {guideStepTexts[step].action}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** Where a step is done. */
function placeOf(step: GuideStep, { teacherId }: NonNullable<Guide>): string {
  const ofTeacher = (tab: string) => (teacherId ? paths.teacherTab(teacherId, tab) : paths.teachers);
  const places: Record<GuideStep, string> = {
    centre: paths.centre,
    prices: paths.prices,
    teachers: paths.teachers,
    subjects: ofTeacher("przedmioty"),
    students: paths.importStudents,
    payments: paths.importPayments,
    relations: ofTeacher("relacje"),
    lessons: paths.addLesson,
  };
  return places[step];
}
