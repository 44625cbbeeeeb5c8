import { VETTING_KINDS } from "@korki/contracts/consents";
import { listEndingChecks } from "@korki/db";
import { addDays, instantOf, today, VETTING_NOTICE_DAYS } from "@korki/domain";
import type { NotificationRequest } from "@korki/notifications";
import type { Services } from "../context";

/** Nobody is woken by it. */
const NOTICE_MINUTES = 9 * 60;

/** Returns what administrators are to hear of checks that end within 30 days: each once (rules §16). */
export async function vettingNotices({ db, now }: Services): Promise<NotificationRequest[]> {
  const from = today(now());
  const ending = await listEndingChecks(db, { from, to: addDays(from, VETTING_NOTICE_DAYS) });
  return ending.flatMap(({ teacherId, kind: stored, validUntil, adminId }) => {
    const kind = VETTING_KINDS.find((each) => each === stored);
    if (!kind) return [];
    return [
      {
        kind: "vetting-ending" as const,
        to: { userId: adminId },
        facts: { teacherId, kind, validUntil },
        dedupeKey: `vetting-ending:${teacherId}:${kind}:${validUntil}:${adminId}`,
        dueAt: instantOf(from, NOTICE_MINUTES),
      },
    ];
  });
}
