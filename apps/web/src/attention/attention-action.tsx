import type { AttentionItem, AttentionKind } from "@korki/contracts/attention";
import { approvalTexts } from "@korki/contracts/texts/approvals";
import { attentionTexts as texts } from "@korki/contracts/texts/attention";
import { billScreenTexts } from "@korki/contracts/texts/bills";
import { invoiceTexts } from "@korki/contracts/texts/invoices";
import { reportTexts } from "@korki/contracts/texts/reports";
import { type LessonStatus, OVERDUE_ACTIONS } from "@korki/domain";
import { Button, Group } from "@mantine/core";
import { Link } from "react-router-dom";
import { useActsAsStudent, useChildren } from "../family/family";
import { paths } from "../paths";
import { OverdueButton } from "../payments/overdue-button";
import { RemindButton } from "../payments/remind-button";
import { errorText } from "../server/errors";
import { useProfile } from "../session/session-store";
import { trpc } from "../trpc";
import { takesBusyTime } from "../ui/takes-busy-time";
import { toastError } from "../ui/toasts";
import { newUndoId, offerUndo } from "../undo/offer-undo";
import { useNoteActed } from "./acted-lines";
import { linkOf } from "./attention-link";

const failed = { onError: (error: unknown) => toastError(errorText(error)) };

/**
 * Returns a call's options: its line says what was done for a moment, and a failure is told. They go to the hook, not
 * to `mutate`: the line may be gone when the call is done.
 */
function useOutcome(kind: AttentionKind, item: AttentionItem) {
  const note = useNoteActed();
  return (label: string) => ({ ...failed, onSuccess: () => note(kind, [item], label) });
}

/** The same for an act that can be taken back: the toast offers it. */
function useUndoableOutcome(kind: AttentionKind, item: AttentionItem) {
  const note = useNoteActed();
  return (label: string) => ({
    ...failed,
    onSuccess(_: unknown, { undoId }: { undoId?: string | undefined }) {
      note(kind, [item], label);
      offerUndo(label, undoId);
    },
  });
}

/** What can be done about a line without leaving the screen; a link to the place where that is more than a click. */
export function AttentionAction({ kind, item }: { kind: AttentionKind; item: AttentionItem }) {
  const { role } = useProfile();
  const { lessonId, studentId, teacherId } = item;
  switch (kind) {
    case "to-confirm":
      return lessonId ? <ConfirmButton kind={kind} item={item} lessonId={lessonId} /> : null;
    case "starts-unconfirmed":
      return lessonId ? <StatusButtons kind={kind} item={item} choices={CONFIRM} /> : null;
    case "no-outcome":
      if (!lessonId) return null;
      if (role === "Admin") return <StatusButtons kind={kind} item={item} choices={OUTCOMES} />;
      return <OutcomeButtons kind={kind} item={item} lessonId={lessonId} />;
    case "no-report":
      return role === "Teacher" ? (
        <GoTo to={linkOf(role, kind, item)} label={reportTexts.write} item={item} />
      ) : null;
    case "asked":
      if (item.seriesId && item.moveId) {
        return (
          <MoveButtons kind={kind} item={item} move={{ seriesId: item.seriesId, moveId: item.moveId }} />
        );
      }
      if (item.approvalId) return <ApprovalButtons kind={kind} item={item} id={item.approvalId} />;
      if (item.documentId) return <GoTo to={paths.settings} label={texts.read} item={item} />;
      return lessonId && item.proposalId ? (
        <ProposalButtons kind={kind} item={item} proposal={{ lessonId, proposalId: item.proposalId }} />
      ) : null;
    case "slot-held":
      return <GoTo to={linkOf(role, kind, item)} label={texts.book} item={item} />;
    case "homework":
      return lessonId ? <DoneButton kind={kind} item={item} lessonId={lessonId} /> : null;
    case "bill-overdue":
      return item.billId ? <OverdueButtons kind={kind} item={item} id={item.billId} /> : null;
    case "balance":
      return <TopUpLink item={item} />;
    case "owes-lessons":
      return studentId ? <RemindButton studentId={studentId} name={item.text.split(":")[0] ?? ""} /> : null;
    case "no-next-lesson":
      return studentId ? (
        <GoTo to={paths.addLessonFor(teacherId ?? null, studentId)} label={texts.addLesson} item={item} />
      ) : null;
    case "notification-failed":
      return item.notificationId ? <ResendButton kind={kind} item={item} id={item.notificationId} /> : null;
    case "invoice-failed":
      return item.invoiceId ? <RetryInvoiceButton kind={kind} item={item} id={item.invoiceId} /> : null;
    default:
      return null;
  }
}

type Choice = readonly [status: LessonStatus, label: string];
const CONFIRM: readonly Choice[] = [["Potwierdzona", texts.confirm]];
const OUTCOMES: readonly Choice[] = [
  ["Zrealizowana", texts.complete],
  ["Uczen nieobecny", texts.markAbsent],
];

type Line = { kind: AttentionKind; item: AttentionItem };

/** An administrator sets the status of the lesson, or of both hours of a double one that are one line. */
function StatusButtons({ kind, item, choices }: Line & { choices: readonly Choice[] }) {
  return (
    <Group gap="xs">
      {choices.map((choice) => (
        <StatusButton key={choice[0]} kind={kind} item={item} choice={choice} />
      ))}
    </Group>
  );
}

/** What can be done about a bill that is long overdue. */
function OverdueButtons({ kind, item, id }: Line & { id: string }) {
  const decide = trpc.bills.decideOverdue.useMutation(useOutcome(kind, item)(billScreenTexts.decided));
  return (
    <Group gap="xs">
      {OVERDUE_ACTIONS.map((action) => (
        <OverdueButton
          key={action}
          action={action}
          payer={item.text.split(":")[0] ?? ""}
          about={item.text}
          onSure={() => decide.mutate({ id, action })}
        />
      ))}
    </Group>
  );
}

function StatusButton({ kind, item, choice: [status, label] }: Line & { choice: Choice }) {
  const update = trpc.adminLessons.update.useMutation(useUndoableOutcome(kind, item)(label));
  const { lessonId: id = "", version, blocks } = item;
  return (
    <Small
      label={label}
      item={item}
      pending={update.isPending}
      onClick={() =>
        update.mutate({
          id,
          status,
          undoId: newUndoId(),
          ...(version === undefined ? {} : { version }),
          ...(blocks === 2 ? { pair: "both" as const } : {}),
        })
      }
    />
  );
}

function ConfirmButton({ kind, item, lessonId }: Line & { lessonId: string }) {
  const confirm = trpc.lessons.confirm.useMutation(useUndoableOutcome(kind, item)(texts.confirmed));
  return (
    <Small
      label={texts.confirm}
      item={item}
      pending={confirm.isPending}
      onClick={() => confirm.mutate({ lessonId, undoId: newUndoId() })}
    />
  );
}

/** The teacher marks what became of a lesson; one that was never confirmed is confirmed first. */
function OutcomeButtons({ kind, item, lessonId }: Line & { lessonId: string }) {
  const outcome = useUndoableOutcome(kind, item);
  const confirm = trpc.lessons.confirm.useMutation(failed);
  const complete = trpc.lessons.complete.useMutation(outcome(texts.complete));
  const absent = trpc.lessons.markAbsent.useMutation(outcome(texts.markAbsent));
  const pending = [confirm, complete, absent].some(({ isPending }) => isPending);
  async function mark(call: typeof complete | typeof absent) {
    if (item.status === "Potwierdzona") {
      return call.mutate({
        lessonId,
        undoId: newUndoId(),
        ...(item.version === undefined ? {} : { version: item.version }),
      });
    }
    const confirmed = await confirm.mutateAsync({ lessonId, pair: "one" }).catch(() => null);
    if (confirmed) call.mutate({ lessonId, version: confirmed.version, undoId: newUndoId() });
  }
  return (
    <Group gap="xs">
      <Small label={texts.complete} item={item} pending={pending} onClick={() => void mark(complete)} />
      <Small label={texts.markAbsent} item={item} pending={pending} onClick={() => void mark(absent)} />
    </Group>
  );
}

function MoveButtons(props: Line & { move: { seriesId: string; moveId: string } }) {
  const { kind, item, move } = props;
  const outcome = useUndoableOutcome(kind, item);
  const accept = trpc.series.answerMove.useMutation(outcome(texts.accepted));
  const decline = trpc.series.answerMove.useMutation(outcome(texts.declined));
  const pending = accept.isPending || decline.isPending;
  async function askWhereBusy(refusal: unknown) {
    if (await takesBusyTime(refusal))
      accept.mutate({ ...move, answer: "accept", overrideBusy: true, undoId: newUndoId() });
  }
  return (
    <Group gap="xs">
      <Small
        label={texts.accept}
        item={item}
        pending={pending}
        onClick={() =>
          accept.mutate(
            { ...move, answer: "accept", undoId: newUndoId() },
            { onError: (refusal) => void askWhereBusy(refusal) },
          )
        }
      />
      <Small
        label={texts.decline}
        item={item}
        pending={pending}
        onClick={() => decline.mutate({ ...move, answer: "decline", undoId: newUndoId() })}
      />
    </Group>
  );
}

function ProposalButtons(props: Line & { proposal: { lessonId: string; proposalId: string } }) {
  const { kind, item, proposal } = props;
  const { role } = useProfile();
  const children = useChildren() ?? [];
  const outcome = useUndoableOutcome(kind, item);
  const accept = trpc.lessons.acceptReschedule.useMutation(outcome(texts.accepted));
  const decline = trpc.lessons.declineReschedule.useMutation(outcome(texts.declined));
  const pending = accept.isPending || decline.isPending;
  const mayAnswer =
    role !== "Parent" || children.some(({ id, rights }) => id === item.studentId && rights.book);
  if (!mayAnswer) return null;

  async function askWhereBusy(refusal: unknown) {
    if (await takesBusyTime(refusal)) accept.mutate({ ...proposal, overrideBusy: true, undoId: newUndoId() });
  }
  return (
    <Group gap="xs">
      <Small
        label={texts.accept}
        item={item}
        pending={pending}
        onClick={() =>
          accept.mutate(
            { ...proposal, undoId: newUndoId() },
            { onError: (refusal) => void askWhereBusy(refusal) },
          )
        }
      />
      <Small
        label={texts.decline}
        item={item}
        pending={pending}
        onClick={() => decline.mutate({ ...proposal, undoId: newUndoId() })}
      />
    </Group>
  );
}

/** The payer's answer to what a child asks for. */
function ApprovalButtons({ kind, item, id }: Line & { id: string }) {
  const outcome = useOutcome(kind, item);
  const agree = trpc.approvals.answer.useMutation(outcome(approvalTexts.agreed));
  const decline = trpc.approvals.answer.useMutation(outcome(approvalTexts.declined));
  const pending = agree.isPending || decline.isPending;
  return (
    <Group gap="xs">
      <Small
        label={approvalTexts.agree}
        item={item}
        pending={pending}
        onClick={() => agree.mutate({ id, agreed: true })}
      />
      <Small
        label={approvalTexts.decline}
        item={item}
        pending={pending}
        onClick={() => decline.mutate({ id, agreed: false })}
      />
    </Group>
  );
}

/** Leads to where lessons are paid for, unless the centre takes no payments online or keeps a parent from it. */
function TopUpLink({ item }: { item: AttentionItem }) {
  const { role } = useProfile();
  const child = useChildren()?.find(({ id }) => id === item.studentId);
  const mayPay = role === "Student" || child?.rights.pay === true;
  const offer = trpc.orders.offer.useQuery({ studentId: child?.id }, { enabled: mayPay });
  if (!mayPay || !offer.data?.available) return null;
  return <GoTo to={paths.topUp(child?.id, item)} label={texts.topUp} item={item} />;
}

function DoneButton({ kind, item, lessonId }: Line & { lessonId: string }) {
  const mayTick = useActsAsStudent(item.studentId);
  const tick = trpc.reports.tickHomework.useMutation(useOutcome(kind, item)(reportTexts.done));
  if (!mayTick) return null;
  return (
    <Small
      label={reportTexts.done}
      item={item}
      pending={tick.isPending}
      onClick={() => tick.mutate({ lessonId, done: true, homework: item.homework })}
    />
  );
}

function ResendButton({ kind, item, id }: Line & { id: string }) {
  const resend = trpc.notifications.resend.useMutation(useOutcome(kind, item)(texts.resent));
  return (
    <Small
      label={texts.resend}
      item={item}
      pending={resend.isPending}
      onClick={() => resend.mutate({ id })}
    />
  );
}

function RetryInvoiceButton({ kind, item, id }: Line & { id: string }) {
  const retry = trpc.invoices.retry.useMutation(useOutcome(kind, item)(invoiceTexts.retried));
  return (
    <Small
      label={invoiceTexts.retry}
      item={item}
      pending={retry.isPending}
      onClick={() => retry.mutate({ id })}
    />
  );
}

type SmallProps = { label: string; item: AttentionItem; pending: boolean; onClick: () => void };

/** A button named after its line, for screen readers. */
function Small({ label, item, pending, onClick }: SmallProps) {
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={texts.actionOn(label, item.text)}
      loading={pending}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}

function GoTo({ to, label, item }: { to: string; label: string; item: AttentionItem }) {
  return (
    <Button
      component={Link}
      to={to}
      size="xs"
      variant="default"
      aria-label={texts.actionOn(label, item.text)}
    >
      {label}
    </Button>
  );
}
