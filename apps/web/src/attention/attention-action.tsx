import type { AttentionItem, AttentionKind } from "@korki/contracts/attention";
import { attentionTexts as texts } from "@korki/contracts/texts/attention";
import { reportTexts } from "@korki/contracts/texts/reports";
import type { LessonStatus } from "@korki/domain";
import { Button, Group } from "@mantine/core";
import { Link } from "react-router-dom";
import { RemindButton } from "../admin/students/remind-button";
import { useChildren } from "../parents/family";
import { paths } from "../paths";
import { errorText } from "../server/errors";
import { useProfile } from "../session/session-store";
import { trpc } from "../trpc";
import { toastError } from "../ui/toasts";
import { linkOf } from "./attention-link";

const failed = { onError: (error: unknown) => toastError(errorText(error)) };

/** What can be done about a line without leaving the screen; a link to the place where that is more than a click. */
export function AttentionAction({ kind, item }: { kind: AttentionKind; item: AttentionItem }) {
  const { role } = useProfile();
  const { lessonId, version, studentId, teacherId } = item;
  switch (kind) {
    case "to-confirm":
      return lessonId ? <ConfirmButton item={item} lessonId={lessonId} /> : null;
    case "starts-unconfirmed":
      return lessonId ? <StatusButtons item={item} choices={CONFIRM} /> : null;
    case "no-outcome":
      if (!lessonId) return null;
      if (role === "Admin") return <StatusButtons item={item} choices={OUTCOMES} />;
      // An unconfirmed lesson that is over has no outcome that its teacher could give; it opens.
      return item.status === "Potwierdzona" ? (
        <OutcomeButtons item={item} target={{ lessonId, ...(version === undefined ? {} : { version }) }} />
      ) : null;
    case "no-report":
      return role === "Teacher" ? (
        <GoTo to={linkOf(role, kind, item)} label={reportTexts.write} item={item} />
      ) : null;
    case "asked":
      if (item.documentId) return <GoTo to={paths.settings} label={texts.read} item={item} />;
      return lessonId && item.proposalId ? (
        <ProposalButtons item={item} proposal={{ lessonId, proposalId: item.proposalId }} />
      ) : null;
    case "homework":
      return role === "Student" && lessonId ? <DoneButton item={item} lessonId={lessonId} /> : null;
    case "owes-lessons":
      return studentId ? <RemindButton studentId={studentId} name={item.text.split(":")[0] ?? ""} /> : null;
    case "no-next-lesson":
      return studentId ? (
        <GoTo to={paths.addLessonFor(teacherId ?? null, studentId)} label={texts.addLesson} item={item} />
      ) : null;
    case "notification-failed":
      return item.notificationId ? <ResendButton item={item} id={item.notificationId} /> : null;
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

/** An administrator sets the lesson's status. */
function StatusButtons({ item, choices }: { item: AttentionItem; choices: readonly Choice[] }) {
  const update = trpc.adminLessons.update.useMutation(failed);
  const { lessonId: id = "", version } = item;
  return (
    <Group gap="xs">
      {choices.map(([status, label]) => (
        <Small
          key={status}
          label={label}
          item={item}
          pending={update.isPending}
          onClick={() => update.mutate({ id, status, ...(version === undefined ? {} : { version }) })}
        />
      ))}
    </Group>
  );
}

function ConfirmButton({ item, lessonId }: { item: AttentionItem; lessonId: string }) {
  const confirm = trpc.lessons.confirm.useMutation(failed);
  return (
    <Small
      label={texts.confirm}
      item={item}
      pending={confirm.isPending}
      onClick={() => confirm.mutate({ lessonId })}
    />
  );
}

function OutcomeButtons(props: { item: AttentionItem; target: { lessonId: string; version?: number } }) {
  const { item, target } = props;
  const complete = trpc.lessons.complete.useMutation(failed);
  const absent = trpc.lessons.markAbsent.useMutation(failed);
  const pending = complete.isPending || absent.isPending;
  return (
    <Group gap="xs">
      <Small label={texts.complete} item={item} pending={pending} onClick={() => complete.mutate(target)} />
      <Small label={texts.markAbsent} item={item} pending={pending} onClick={() => absent.mutate(target)} />
    </Group>
  );
}

function ProposalButtons(props: { item: AttentionItem; proposal: { lessonId: string; proposalId: string } }) {
  const { item, proposal } = props;
  const { role } = useProfile();
  const children = useChildren() ?? [];
  const accept = trpc.lessons.acceptReschedule.useMutation(failed);
  const decline = trpc.lessons.declineReschedule.useMutation(failed);
  const pending = accept.isPending || decline.isPending;
  const mayAnswer =
    role !== "Parent" || children.some(({ id, rights }) => id === item.studentId && rights.book);
  if (!mayAnswer) return null;
  return (
    <Group gap="xs">
      <Small label={texts.accept} item={item} pending={pending} onClick={() => accept.mutate(proposal)} />
      <Small label={texts.decline} item={item} pending={pending} onClick={() => decline.mutate(proposal)} />
    </Group>
  );
}

function DoneButton({ item, lessonId }: { item: AttentionItem; lessonId: string }) {
  const tick = trpc.reports.tickHomework.useMutation(failed);
  return (
    <Small
      label={reportTexts.done}
      item={item}
      pending={tick.isPending}
      onClick={() => tick.mutate({ lessonId, done: true })}
    />
  );
}

function ResendButton({ item, id }: { item: AttentionItem; id: string }) {
  const resend = trpc.notifications.resend.useMutation(failed);
  return (
    <Small
      label={texts.resend}
      item={item}
      pending={resend.isPending}
      onClick={() => resend.mutate({ id })}
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
