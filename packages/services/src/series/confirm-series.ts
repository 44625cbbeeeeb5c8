import type { Series, SeriesRef } from "@korki/contracts/series";
import { findSeries, lockSeries, transact, updateLessons, updateSeries } from "@korki/db";
import { statusAfter } from "@korki/domain";
import { agreedLessons } from "../ask-payer";
import type { ActorCtx } from "../context";
import { recordHistory } from "../history";
import { changedMeanwhile } from "../lessons/lesson-refusals";
import { notify } from "../outbox";
import { lessonHistory, recordSeries } from "./record-series";
import { seriesNotices } from "./series-notices";
import { requireSide, toSeries } from "./series-people";

/**
 * The teacher confirms every lesson of a series that waits for it. A lesson with a substitute is confirmed by the
 * substitute only. With nothing left to confirm nothing changes.
 */
export async function confirmSeries(ctx: ActorCtx, { seriesId }: SeriesRef): Promise<Series> {
  return transact(ctx.db, async (tx) => {
    const { series, side } = await requireSide(tx, ctx, await lockSeries(tx, seriesId));
    const unconfirmed = series.lessons.filter(
      ({ status, teacherId, isDeleted }) =>
        !isDeleted &&
        teacherId === ctx.actor.id &&
        statusAfter("Teacher", "confirm", status) === "Potwierdzona",
    );
    const waiting = await agreedLessons(tx, series.studentId, unconfirmed);
    if (waiting.length === 0) return toSeries(series);
    const status = "Potwierdzona";
    const confirmedAt = ctx.now();
    const written = await updateLessons(
      tx,
      waiting.map(({ id, version }) => ({ id, version, status, confirmedAt })),
    );
    if (written !== waiting.length) throw changedMeanwhile();
    await updateSeries(tx, seriesId, {});
    await recordHistory(
      tx,
      ctx,
      ...waiting.map((lesson) =>
        lessonHistory("confirm", lesson, series.studentId, { status: { from: lesson.status, to: status } }),
      ),
    );
    await recordSeries(tx, ctx, series, "confirm", { lessons: waiting.length });
    await notify(tx, ctx, ...seriesNotices(ctx, "confirmed", side, series, waiting));
    return toSeries((await findSeries(tx, seriesId)) ?? series);
  });
}
