import { trialTexts } from "@korki/contracts/texts/trial-lessons";
import type { TrialRequestInput } from "@korki/contracts/trial-lessons";
import { insertTrialLesson, listAdminIds, newId, transact, violates } from "@korki/db";
import type { CivilDate } from "@korki/domain";
import type { Ctx } from "../context";
import { conflict } from "../errors";
import { diff, recordHistory } from "../history";
import { notify } from "../outbox";
import { teachersOfSlot } from "./landing";

/**
 * A visitor asks for a trial lesson (rules §6). The request waits as `Nowa`, the administrators are notified, and the
 * visitor gets a confirmation by e-mail. A chosen half hour is kept for the visitor while the request is `Nowa`, and
 * occupies the teacher once an administrator schedules it (rules §29). Throws `conflict` if somebody else has it, and
 * `rate_limited` after too many forms from one network address or for one e-mail address.
 */
export async function requestTrial(ctx: Ctx, input: TrialRequestInput): Promise<void> {
  await ctx.limits.consume("trialForm", ctx.address);
  await ctx.limits.consume("trialFormEmail", input.email);
  if (!input.slot) return store(ctx, input);
  const { subject, level, slot } = input;
  for (const teacherId of await teachersOfSlot(ctx, { subject, level, ...slot })) {
    try {
      return await store(ctx, input, { ...slot, teacherId });
    } catch (error) {
      // Another visitor was faster with this teacher.
      if (!violates(error, "trial_lessons_wished_key")) throw error;
    }
  }
  throw conflict(trialTexts.slotGone);
}

async function store(
  ctx: Ctx,
  { subject, level, email, studentPhone, parentPhone, description, slot }: TrialRequestInput,
  wished?: { teacherId: string; date: CivilDate; block: number },
): Promise<void> {
  const told = await countNotice(ctx);
  await transact(ctx.db, async (tx) => {
    const id = newId();
    await insertTrialLesson(tx, {
      id,
      teacherId: null,
      date: null,
      block: null,
      subject,
      level,
      name: "",
      studentPhone,
      parentPhone,
      email,
      description,
      status: "Nowa",
      meetingLink: "",
      createdAt: ctx.now(),
      ...(wished && { wished }),
    });
    await recordHistory(tx, ctx, {
      entity: "trialLesson",
      entityId: id,
      action: "request",
      changes: diff(null, { subject, level, status: "Nowa" }),
    });
    const facts = { trialLessonId: id, subject, level, ...(slot && { slot }) };
    const admins = told ? await listAdminIds(tx) : [];
    await notify(
      tx,
      ctx,
      { kind: "trial-request-received", to: { email }, facts },
      ...admins.map((userId) => ({
        kind: "trial-requested" as const,
        to: { userId },
        facts: told === "each" ? facts : { ...facts, isOneOfMany: true as const },
      })),
    );
  });
}

/** Whether the administrators are told of each request now, or once in an hour that there are many, or not. */
async function countNotice({ limits }: Ctx): Promise<"each" | "many" | null> {
  const [noneLeft] = await limits.consumeEach("trialNotice", ["all"]);
  if (!noneLeft) return "each";
  const [wasTold] = await limits.consumeEach("trialNoticeBeyond", ["all"]);
  return wasTold ? null : "many";
}
