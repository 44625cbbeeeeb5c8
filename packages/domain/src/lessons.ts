import { blockEnd, blockStart, type CivilDate } from "./calendar";
import type { Actor, Role } from "./users";

/** Lesson statuses as stored (specification, section 4). */
export const LESSON_STATUSES = [
  "Nie potwierdzona",
  "Potwierdzona",
  "Odwolana przez ucznia",
  "Odwolana przez nauczyciela",
  "Zrealizowana",
  "Uczen nieobecny",
] as const;
export type LessonStatus = (typeof LESSON_STATUSES)[number];

/** What a lesson starts as, whoever makes it. */
export const INITIAL_LESSON_STATUS = "Nie potwierdzona" satisfies LessonStatus;

/** Still to come. */
export const PLANNED = ["Nie potwierdzona", "Potwierdzona"] as const satisfies LessonStatus[];
/** Everything that is not planned any more. */
export const FINISHED = [
  "Odwolana przez ucznia",
  "Odwolana przez nauczyciela",
  "Zrealizowana",
  "Uczen nieobecny",
] as const satisfies LessonStatus[];
/** Called off: frees its slot, costs nothing. */
export const CANCELLED = [
  "Odwolana przez ucznia",
  "Odwolana przez nauczyciela",
] as const satisfies LessonStatus[];
/** Counts as given, and is paid: a no-show too (decisions 5). */
export const DELIVERED = ["Zrealizowana", "Uczen nieobecny"] as const satisfies LessonStatus[];

const among = (group: readonly LessonStatus[]) => (status: LessonStatus) => group.includes(status);

export const isPlanned = among(PLANNED);
export const isFinished = among(FINISHED);
export const isCancelled = among(CANCELLED);
export const isDelivered = among(DELIVERED);

/** Whether a lesson with this status keeps its teacher's and its student's block occupied. */
export function lessonOccupiesSlot(status: LessonStatus): boolean {
  return !isCancelled(status);
}

export function isLessonStatus(value: unknown): value is LessonStatus {
  return LESSON_STATUSES.some((status) => status === value);
}

/** What people do with a lesson that exists. `edit` and `setStatus` are the admin's. */
export const LESSON_ACTIONS = [
  "confirm",
  "complete",
  "markAbsent",
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

/** One arrow of the status machine; `to` is null where the lesson is deleted. */
export type LessonTransition = {
  readonly role: "Student" | "Teacher";
  readonly action: LessonAction;
  readonly from: LessonStatus;
  readonly to: LessonStatus | null;
  /** only until the lesson starts */
  readonly beforeStart?: true;
};

/** The status machine (specification, section 4; decisions 4). An admin stands outside it and may set any status. */
export const LESSON_TRANSITIONS: readonly LessonTransition[] = [
  { role: "Student", action: "delete", from: "Nie potwierdzona", to: null },
  { role: "Student", action: "cancel", from: "Potwierdzona", to: "Odwolana przez ucznia", beforeStart: true },
  { role: "Teacher", action: "confirm", from: "Nie potwierdzona", to: "Potwierdzona" },
  { role: "Teacher", action: "cancel", from: "Nie potwierdzona", to: "Odwolana przez nauczyciela" },
  { role: "Teacher", action: "cancel", from: "Potwierdzona", to: "Odwolana przez nauczyciela" },
  { role: "Teacher", action: "complete", from: "Potwierdzona", to: "Zrealizowana" },
  { role: "Teacher", action: "markAbsent", from: "Potwierdzona", to: "Uczen nieobecny" },
];

/**
 * The action by which someone of this role takes a lesson from one status to another, or null where none does. Says
 * nothing about the time or whose lesson it is: `lessonCan` does.
 */
export function transitionFor(role: Role, from: LessonStatus, to: LessonStatus): LessonAction | null {
  if (role === "Admin") return "setStatus";
  return (
    LESSON_TRANSITIONS.find((arrow) => arrow.role === role && arrow.from === from && arrow.to === to)
      ?.action ?? null
  );
}

/**
 * The status to which an action of this role takes a lesson: null where the action deletes it, undefined where the
 * machine has no such arrow.
 */
export function statusAfter(
  role: Role,
  action: LessonAction,
  from: LessonStatus,
): LessonStatus | null | undefined {
  return LESSON_TRANSITIONS.find(
    (arrow) => arrow.role === role && arrow.action === action && arrow.from === from,
  )?.to;
}

/** Statuses from which someone of this role may take this action: for a conditional update. */
export function statusesFor(role: Role, action: LessonAction): LessonStatus[] {
  return LESSON_TRANSITIONS.filter((arrow) => arrow.role === role && arrow.action === action).map(
    ({ from }) => from,
  );
}

/** Another block that the student or the teacher of a lesson proposes; open until answered or withdrawn. */
export type LessonProposal = {
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
  /** empty where none was generated */
  readonly meetingLink: string;
  readonly proposal?: LessonProposal | null;
};

/** Whether the actor is the lesson's own student or teacher. */
export function isOwnLesson(actor: Actor, lesson: Pick<LessonFacts, "teacherId" | "studentId">): boolean {
  if (actor.role === "Student") return lesson.studentId === actor.id;
  return actor.role === "Teacher" && lesson.teacherId === actor.id;
}

/** Whether the actor may see the lesson at all; to others it does not exist. */
export function canSeeLesson(actor: Actor, lesson: Pick<LessonFacts, "teacherId" | "studentId">): boolean {
  return actor.role === "Admin" || isOwnLesson(actor, lesson);
}

/**
 * What the actor may do with the lesson now. It greys the buttons, and the server asks it before every change. That
 * the lesson's end has not passed yet is no reason to refuse `complete` and `markAbsent`: see `endHasPassed`.
 */
export function lessonCan(actor: Actor, lesson: LessonFacts, now: Date): LessonAction[] {
  if (actor.role === "Admin") return ["delete", "edit", "setStatus"];
  if (!isOwnLesson(actor, lesson)) return [];
  const started = now >= blockStart(lesson.date, lesson.block);
  const allowed = new Set<LessonAction>(
    LESSON_TRANSITIONS.filter(
      ({ role, from, beforeStart }) =>
        role === actor.role && from === lesson.status && !(beforeStart && started),
    ).map(({ action }) => action),
  );
  if (actor.role === "Teacher" && lesson.status === "Potwierdzona" && lesson.meetingLink === "") {
    allowed.add("generateLink");
  }
  if (isPlanned(lesson.status) && !started) {
    for (const action of proposalActions(actor.role, lesson.proposal ?? null, now)) allowed.add(action);
  }
  return LESSON_ACTIONS.filter((action) => allowed.has(action));
}

function proposalActions(role: Role, proposal: LessonProposal | null, now: Date): LessonAction[] {
  if (proposal === null) return ["propose"];
  if (proposal.by === role) return ["withdraw"];
  return blockStart(proposal.date, proposal.block) > now ? ["accept", "decline"] : ["decline"];
}

/** Whether the lesson's end has passed; before it, marking the outcome asks "are you sure" first (decisions 4). */
export function endHasPassed(lesson: Pick<LessonFacts, "date" | "block">, now: Date): boolean {
  return now >= blockEnd(lesson.date, lesson.block);
}

/** Orders lessons by date, then by block. */
export function bySlot(
  a: Pick<LessonFacts, "date" | "block">,
  b: Pick<LessonFacts, "date" | "block">,
): number {
  if (a.date !== b.date) return a.date < b.date ? -1 : 1;
  return a.block - b.block;
}
