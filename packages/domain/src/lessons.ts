import { addDays, blockEnd, blockStart, type CivilDate, civilDateOf } from "./calendar";
import { type Actor, studentActedFor } from "./users";

/** Lesson statuses as stored (rules §4). */
export const LESSON_STATUSES = [
  "Nie potwierdzona",
  "Potwierdzona",
  "Odwolana przez ucznia",
  "Odwolana przez nauczyciela",
  "Zrealizowana",
  "Uczen nieobecny",
] as const;
export type LessonStatus = (typeof LESSON_STATUSES)[number];

/** The status of a new lesson. */
export const INITIAL_LESSON_STATUS = "Nie potwierdzona" satisfies LessonStatus;

/** Lessons that are still to take place. */
export const PLANNED = ["Nie potwierdzona", "Potwierdzona"] as const satisfies LessonStatus[];
/** Lessons that are no longer planned. */
export const FINISHED = [
  "Odwolana przez ucznia",
  "Odwolana przez nauczyciela",
  "Zrealizowana",
  "Uczen nieobecny",
] as const satisfies LessonStatus[];
/** Cancelled lessons: they free their slot, and cost nothing unless they are charged (rules §13). */
export const CANCELLED = [
  "Odwolana przez ucznia",
  "Odwolana przez nauczyciela",
] as const satisfies LessonStatus[];
/** Lessons that count as given and are paid, no-shows included (rules §5). */
export const DELIVERED = ["Zrealizowana", "Uczen nieobecny"] as const satisfies LessonStatus[];

/** Statuses that people ask for together. */
export const STATUS_GROUPS = ["planned", "delivered", "cancelled"] as const;
export type StatusGroup = (typeof STATUS_GROUPS)[number];
export const STATUSES_OF: Record<StatusGroup, readonly LessonStatus[]> = {
  planned: PLANNED,
  delivered: DELIVERED,
  cancelled: CANCELLED,
};

const among = (group: readonly LessonStatus[]) => (status: LessonStatus) => group.includes(status);

export const isPlanned = among(PLANNED);
export const isCancelled = among(CANCELLED);
export const isDelivered = among(DELIVERED);

/** What people do with an existing lesson. `edit` and `setStatus` are the administrator's. */
export const LESSON_ACTIONS = [
  "confirm",
  "complete",
  "markAbsent",
  "correct",
  "cancel",
  "delete",
  "generateLink",
  "propose",
  "accept",
  "decline",
  "withdraw",
  "edit",
  "setStatus",
] as const;
export type LessonAction = (typeof LESSON_ACTIONS)[number];

/** What a teacher may make of an outcome that was marked by mistake; `Potwierdzona` takes it back. */
export const CORRECTED_OUTCOMES = [
  "Zrealizowana",
  "Uczen nieobecny",
  "Odwolana przez nauczyciela",
  "Potwierdzona",
] as const satisfies LessonStatus[];

/** The side of a lesson on which a person acts. The rules know sides, not roles. */
export type LessonSide = "Student" | "Teacher" | "Admin";

/** One arrow of the status machine; `to` is null where the lesson is deleted. */
type LessonTransition = {
  readonly side: "Student" | "Teacher";
  readonly action: LessonAction;
  readonly from: LessonStatus;
  readonly to: LessonStatus | null;
  /** only until the lesson starts */
  readonly beforeStart?: true;
};

/** The status machine (rules §4). An administrator stands outside it and may set any status. */
const LESSON_TRANSITIONS: readonly LessonTransition[] = [
  { side: "Student", action: "delete", from: "Nie potwierdzona", to: null },
  { side: "Student", action: "cancel", from: "Potwierdzona", to: "Odwolana przez ucznia", beforeStart: true },
  { side: "Teacher", action: "confirm", from: "Nie potwierdzona", to: "Potwierdzona" },
  { side: "Teacher", action: "cancel", from: "Nie potwierdzona", to: "Odwolana przez nauczyciela" },
  { side: "Teacher", action: "cancel", from: "Potwierdzona", to: "Odwolana przez nauczyciela" },
  { side: "Teacher", action: "complete", from: "Potwierdzona", to: "Zrealizowana" },
  { side: "Teacher", action: "markAbsent", from: "Potwierdzona", to: "Uczen nieobecny" },
];

/** Returns the action by which a side brings lessons to a status, or null if none does. */
export function actionLeadingTo(side: LessonSide, to: LessonStatus): LessonAction | null {
  if (side === "Admin") return "setStatus";
  return LESSON_TRANSITIONS.find((arrow) => arrow.side === side && arrow.to === to)?.action ?? null;
}

/**
 * Returns the status to which an action of this side takes a lesson. Null: the action deletes it. Undefined: the
 * machine has no such arrow.
 */
export function statusAfter(
  side: LessonSide,
  action: LessonAction,
  from: LessonStatus,
): LessonStatus | null | undefined {
  return arrowOf(side, action, from)?.to;
}

function arrowOf(side: LessonSide, action: LessonAction, from: LessonStatus): LessonTransition | undefined {
  return LESSON_TRANSITIONS.find(
    (arrow) => arrow.side === side && arrow.action === action && arrow.from === from,
  );
}

/** Another block that the student or the teacher of a lesson proposes; open until answered or withdrawn. */
type LessonProposal = {
  readonly by: "Student" | "Teacher";
  readonly date: CivilDate;
  readonly block: number;
};

/** What the rules need to know of a lesson. */
export type LessonFacts = {
  readonly teacherId: string;
  readonly studentId: string;
  readonly status: LessonStatus;
  readonly date: CivilDate;
  readonly block: number;
  /** empty while there is none */
  readonly meetingLink: string;
  readonly proposal?: LessonProposal | null;
  /** ISO 8601; null: no outcome was marked */
  readonly outcomeAt?: string | null;
};

/** Returns the actor's side of a lesson; null if the lesson does not exist for the actor. */
export function sideOf(
  actor: Actor,
  lesson: Pick<LessonFacts, "teacherId" | "studentId">,
): LessonSide | null {
  if (actor.role === "Admin") return "Admin";
  if (actor.role === "Teacher" && lesson.teacherId === actor.id) return "Teacher";
  return lesson.studentId === studentActedFor(actor) ? "Student" : null;
}

/** Why an action on a lesson is refused. */
export const LESSON_REFUSALS = [
  "not-own-lesson",
  "not-for-this-side",
  "confirm-needs-unconfirmed",
  "complete-needs-confirmed",
  "absence-needs-confirmed",
  "correct-needs-outcome",
  "correct-too-late",
  "delete-needs-unconfirmed",
  "cancel-needs-planned",
  "cancel-needs-confirmed",
  "cancel-after-start",
  "link-needs-confirmed",
  "move-needs-planned",
  "move-after-start",
  "proposal-open",
  "proposal-missing",
  "answer-by-other-side",
  "withdraw-by-proposer",
  "proposed-slot-past",
] as const;
export type LessonRefusal = (typeof LESSON_REFUSALS)[number];

/**
 * Returns why the actor cannot take an action on a lesson now, or null. Buttons and the server both ask it. A lesson
 * that has not ended yet is no reason to refuse `complete` and `markAbsent`: see `endHasPassed`.
 */
export function lessonRefusal(
  action: LessonAction,
  actor: Actor,
  lesson: LessonFacts,
  now: Date,
): LessonRefusal | null {
  const side = sideOf(actor, lesson);
  if (side === null) return "not-own-lesson";
  if (side === "Admin") return ADMIN_ACTIONS.includes(action) ? null : "not-for-this-side";
  switch (action) {
    case "edit":
    case "setStatus":
      return "not-for-this-side";
    case "generateLink": {
      const isDue = side === "Teacher" && lesson.status === "Potwierdzona" && lesson.meetingLink === "";
      return isDue ? null : "link-needs-confirmed";
    }
    case "correct":
      return side === "Teacher" ? correctionRefusal(lesson, now) : "not-for-this-side";
    case "propose":
    case "accept":
    case "decline":
    case "withdraw":
      return proposalRefusal(action, side, lesson, now);
    default:
      return transitionRefusal(action, side, lesson, now);
  }
}

const ADMIN_ACTIONS: readonly LessonAction[] = ["delete", "edit", "setStatus"];

/** Returns what the actor may do with the lesson now. */
export function lessonCan(actor: Actor, lesson: LessonFacts, now: Date): LessonAction[] {
  return LESSON_ACTIONS.filter((action) => lessonRefusal(action, actor, lesson, now) === null);
}

type StatusAction = "confirm" | "complete" | "markAbsent" | "delete" | "cancel";

const MISSING_ARROW: Record<StatusAction, LessonRefusal> = {
  confirm: "confirm-needs-unconfirmed",
  complete: "complete-needs-confirmed",
  markAbsent: "absence-needs-confirmed",
  delete: "delete-needs-unconfirmed",
  cancel: "cancel-needs-planned",
};

/** What an administrator does with many lessons at once. The centre acts on the teacher's side. */
export type BulkLessonAction = "confirm" | "cancel";

/** Returns why an action on many lessons leaves a lesson of this status alone, or null. */
export function bulkRefusal(action: BulkLessonAction, status: LessonStatus): LessonRefusal | null {
  return arrowOf("Teacher", action, status) ? null : MISSING_ARROW[action];
}

function transitionRefusal(
  action: StatusAction,
  side: "Student" | "Teacher",
  lesson: LessonFacts,
  now: Date,
): LessonRefusal | null {
  const arrow = arrowOf(side, action, lesson.status);
  if (arrow) return arrow.beforeStart && isStarted(lesson, now) ? "cancel-after-start" : null;
  const studentCancels = side === "Student" && action === "cancel";
  if (studentCancels && lesson.status === "Nie potwierdzona") return "cancel-needs-confirmed";
  return MISSING_ARROW[action];
}

/** Returns since when a lesson that is marked now counts as marked: the first mark after its end stays. */
export function markedSince(
  { date, block, outcomeAt }: Pick<LessonFacts, "date" | "block" | "outcomeAt">,
  now: Date,
): Date {
  const first = outcomeAt ? new Date(outcomeAt) : now;
  return first < blockEnd(date, block) ? now : first;
}

/** An outcome can be corrected until the end of the day after it was first marked. */
function correctionRefusal({ status, outcomeAt }: LessonFacts, now: Date): LessonRefusal | null {
  if (!isDelivered(status)) return "correct-needs-outcome";
  const isOpen = outcomeAt && civilDateOf(now) <= addDays(civilDateOf(new Date(outcomeAt)), 1);
  return isOpen ? null : "correct-too-late";
}

function proposalRefusal(
  action: "propose" | "accept" | "decline" | "withdraw",
  side: "Student" | "Teacher",
  lesson: LessonFacts,
  now: Date,
): LessonRefusal | null {
  const proposal = lesson.proposal ?? null;
  if (!isPlanned(lesson.status)) return "move-needs-planned";
  if (isStarted(lesson, now)) return "move-after-start";
  if (action === "propose") return proposal === null ? null : "proposal-open";
  if (proposal === null) return "proposal-missing";
  if (action === "withdraw") return proposal.by === side ? null : "withdraw-by-proposer";
  if (proposal.by === side) return "answer-by-other-side";
  return action === "accept" && isStarted(proposal, now) ? "proposed-slot-past" : null;
}

function isStarted({ date, block }: { date: CivilDate; block: number }, now: Date): boolean {
  return now >= blockStart(date, block);
}

/** Whether the lesson's end has passed. Before it, marking the outcome asks "are you sure" (rules §4). */
export function endHasPassed(lesson: Pick<LessonFacts, "date" | "block">, now: Date): boolean {
  return now >= blockEnd(lesson.date, lesson.block);
}
