import type { InviteManyInput, PeopleOutcome } from "@korki/contracts/people-bulk";
import { bulkTexts } from "@korki/contracts/texts/bulk";
import { commonTexts } from "@korki/contracts/texts/common";
import { type ChosenPerson, transact } from "@korki/db";
import type { ActorCtx } from "../context";
import { recordHistory } from "../history";
import { inviteImported } from "../imports/invite-imported";
import { takeManyPeople } from "./many-people";

/**
 * Invites many people who have no password: an e-mail each. Who has an open invitation, no address or a disabled account
 * is left alone.
 */
export async function inviteMany(ctx: ActorCtx, { role, people }: InviteManyInput): Promise<PeopleOutcome> {
  return transact(ctx.db, async (tx) => {
    const { outcome } = await takeManyPeople(tx, ctx, role, people, refusalOf);
    await inviteImported(tx, ctx, outcome.done);
    await recordHistory(
      tx,
      ctx,
      ...outcome.done.map((entityId) => ({
        entity: "account" as const,
        entityId,
        action: "invite" as const,
        changes: {},
        teacherId: role === "Teacher" ? entityId : null,
        studentId: role === "Student" ? entityId : null,
      })),
    );
    return outcome;
  });
}

function refusalOf({ email, isDisabled, hasPassword, isInvited }: ChosenPerson): string | null {
  if (hasPassword) return bulkTexts.hasPassword;
  if (email === null) return bulkTexts.noEmail;
  if (isDisabled) return commonTexts.accountDisabled;
  return isInvited ? bulkTexts.isInvited : null;
}
