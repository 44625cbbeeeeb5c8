import { adminLessonTexts } from "@korki/contracts/texts/admin-lessons";
import type { TrialLesson, UpdateTrialInput } from "@korki/contracts/trial-lessons";
import { type TrialChanges, type TrialLessonRow, transact } from "@korki/db";
import type { ActorCtx } from "../context";
import { invalidInput } from "../errors";
import { changeTrial, loadTrial, trialRoom, trialSlotTaken } from "./change-trial";

/**
 * An administrator changes a trial lesson's status or what is known of the visitor. Throws `input` where nothing
 * changes, `conflict` where the status cannot be taken from here or its block is taken by now.
 */
export async function updateTrial(ctx: ActorCtx, input: UpdateTrialInput): Promise<TrialLesson> {
  const { id, version, ...given } = input;
  try {
    return await transact(ctx.db, async (tx) => {
      const trial = await loadTrial(tx, { id, version });
      const changes = changedFields(trial, given);
      if (Object.keys(changes).length === 0) throw invalidInput(adminLessonTexts.nothingChanged);
      const roomOf =
        changes.status === "Umowiona" && trial.meetingLink === "" ? trial.teacher?.id : undefined;
      return changeTrial(tx, ctx, "update", trial, {
        ...changes,
        ...(roomOf ? { meetingLink: await trialRoom(tx, ctx, roomOf, "") } : {}),
      });
    });
  } catch (error) {
    throw trialSlotTaken(error);
  }
}

function changedFields(trial: TrialLessonRow, given: Omit<UpdateTrialInput, "id" | "version">): TrialChanges {
  return Object.fromEntries(
    Object.entries(given).filter(
      ([field, value]) => value !== undefined && value !== trial[field as keyof typeof given],
    ),
  );
}
