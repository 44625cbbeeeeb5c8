import type { TrialRequestInput } from "@korki/contracts/trial-lessons";
import { insertTrialLesson, listAdminIds, newId, transact } from "@korki/db";
import type { Ctx } from "../context";
import { diff, recordHistory } from "../history";
import { notify } from "../outbox";

/**
 * A visitor asks for a trial lesson (rules §6). The request waits as `Nowa`, the administrators are notified, and the
 * visitor gets a confirmation by e-mail. Throws `rate_limited` after too many forms from one network address or for
 * one e-mail address.
 */
export async function requestTrial(ctx: Ctx, input: TrialRequestInput): Promise<void> {
  await ctx.limits.consume("trialForm", ctx.address);
  await ctx.limits.consume("trialFormEmail", input.email);
  const { subject, level, email, studentPhone, parentPhone, description } = input;
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
    });
    await recordHistory(tx, ctx, {
      entity: "trialLesson",
      entityId: id,
      action: "request",
      changes: diff(null, { subject, level, status: "Nowa" }),
    });
    const facts = { trialLessonId: id, subject, level };
    const admins = await listAdminIds(tx);
    await notify(
      tx,
      ctx,
      { kind: "trial-request-received", to: { email }, facts },
      ...admins.map((userId) => ({ kind: "trial-requested" as const, to: { userId }, facts })),
    );
  });
}
