import type { Lesson } from "@korki/contracts/lessons";
import { attentionKindTexts } from "@korki/contracts/texts/attention";
import { shortSlot } from "@korki/contracts/texts/dates";
import { firstAnswerTexts as texts } from "@korki/contracts/texts/lesson-screens";
import { moneyTexts } from "@korki/contracts/texts/money-card";
import { descriptionPreview, isDelivered } from "@korki/domain";
import { Anchor, Skeleton } from "@mantine/core";
import "@mantine/core/styles/Skeleton.layer.css";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { linkOf } from "../attention/attention-link";
import { ATTENTION_SHOWN } from "../attention/attention-shown";
import { ChildMark } from "../family/child-mark";
import { firstNameOf, useChildren, useChosenChild, useStudentFilter } from "../family/family";
import { DueLines } from "../payments/due-lines";
import { useFormerBills } from "../payments/former-bills";
import { trpc } from "../trpc";
import { formatShortSubject } from "../ui/formats";
import { ErrorState } from "../ui/page-states";
import { LessonStatusBadge } from "../ui/status-badge";
import styles from "./first-answers.module.css";
import { useLessonList, useNextLesson } from "./lesson-list";

/** What has lines of its own beside what is to do. */
const ANSWERED = ["next-lesson", "balance"];

/**
 * What a parent opens the product for beside the next lesson, on a phone before everything else: what is due, what was
 * done and what is to do (rules §39).
 */
export function FirstAnswers({ onOpen }: { onOpen: (lessonId: string) => void }) {
  const next = useNextLesson();
  const finished = useLessonList({ group: "finished", order: "desc" });
  const attention = trpc.attention.get.useQuery({ ...ATTENTION_SHOWN, ...useStudentFilter() });
  const formerBills = useFormerBills();
  const children = useChildren() ?? [];
  const chosen = useChosenChild();
  const paidFor = (chosen ? [chosen] : children).filter(({ rights }) => rights.pay);
  const money = trpc.useQueries((t) => paidFor.map(({ id: studentId }) => t.money.mine({ studentId })));
  const planned = useLessonList({ group: "planned", order: "asc" });
  const failed = [planned, finished, attention, ...money].filter(({ data, error }) => !data && error);
  if (failed[0]) {
    return (
      <ErrorState
        error={failed[0].error}
        retrying={failed.some(({ isFetching }) => isFetching)}
        onRetry={() => failed.forEach(({ refetch }) => void refetch())}
      />
    );
  }
  if (next === undefined || !finished.data || !attention.data || money.some(({ data }) => !data)) {
    return <Skeleton height="9.5rem" radius="md" aria-hidden />;
  }
  const last = finished.data.find(({ status }) => isDelivered(status));
  const waiting = attention.data.filter(({ kind }) => !ANSWERED.includes(kind));
  const [first] = waiting;
  const item = first?.items[0];
  const isDue = formerBills.length > 0 || money.some(({ data }) => data !== undefined && data.due > 0);
  const open = (lesson: Lesson, text: string) => (
    <Anchor component="button" type="button" ta="start" onClick={() => onOpen(lesson.id)}>
      <ChildMark studentId={lesson.studentId} /> {text}
    </Anchor>
  );
  return (
    <ul className={styles.answers} aria-label={texts.title}>
      {next === null ? <Answer question={texts.next}>{texts.noNext}</Answer> : null}
      {isDue ? (
        <li>
          <DueLines />
        </li>
      ) : (
        <Answer question={texts.due}>{moneyTexts.nothingDue}</Answer>
      )}
      <Answer question={texts.last} beside={last ? <LessonStatusBadge status={last.status} /> : null}>
        {last ? open(last, whenOf(last, descriptionPreview(last.description))) : texts.noLast}
      </Answer>
      <Answer question={texts.toDo}>
        {first && item ? (
          <Anchor component={Link} to={linkOf("Parent", first.kind, item)}>
            {`${attentionKindTexts[first.kind]}: ${item.text}`}
          </Anchor>
        ) : (
          texts.nothingToDo
        )}
      </Answer>
    </ul>
  );
}

function Answer(props: { question: string; beside?: ReactNode; children: ReactNode }) {
  return (
    <li>
      <div className={styles.head}>
        <span className={styles.question}>{props.question}</span>
        {props.beside}
      </div>
      <div className={styles.answer}>{props.children}</div>
    </li>
  );
}

/** `pt. 27.11, 16:45, Matematyka, liceum podst., Jakub`, and what it was about. */
function whenOf(lesson: Lesson, topic = ""): string {
  const { date, block } = lesson;
  const parts = [shortSlot(date, block), formatShortSubject(lesson), firstNameOf(lesson), topic];
  return parts.filter((part) => part !== "").join(", ");
}
