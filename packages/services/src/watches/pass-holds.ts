import {
  beginHold,
  deleteWatch,
  type Executor,
  endHold,
  forgetUnwatched,
  isWatched,
  listTeachersDue,
  listUnwatchedTeachers,
  listWatchedTeachers,
  loadLine,
  lockWatches,
  noteOpenBlocks,
  type Tx,
  transact,
  type WatchState,
} from "@korki/db";
import { HOLD_MINUTES, nextHolds, type Slot, slotKey, today } from "@korki/domain";
import type { Services } from "../context";
import { notify } from "../outbox";

/** How often holds that end and acts that cannot be taken back any more are looked for, in milliseconds. */
export const WATCHES_LOOK_MS = 5_000;
const ROUND_MS = 60_000;

/**
 * Ends holds that are over or whose holder cannot book, and gives blocks that became free to the first in line (rules §34).
 * `hear` takes the teacher whose line something concerns, "" for everybody. `work` looks at those who were heard of, and
 * once a minute at everybody. Any number of workers may do it at once.
 */
export function holdPasser(services: Services): { hear(teacherId: string): void; work(): Promise<void> } {
  const signalled = new Set<string>();
  /** Whom a look at everybody has not reached yet; who was signalled comes first. */
  const others = new Set<string>();
  let isRoundWanted = true;
  let round = 0;
  let looked = services.now();

  async function look(): Promise<void> {
    const now = services.now();
    for (const teacherId of await listTeachersDue(services.db, { since: looked, now }))
      signalled.add(teacherId);
    looked = now;
    const minute = Math.floor(now.getTime() / ROUND_MS);
    if (!isRoundWanted && minute === round) return;
    isRoundWanted = false;
    round = minute;
    for (const teacherId of await listTeachers(services)) others.add(teacherId);
  }

  return {
    hear(teacherId) {
      if (teacherId === "") isRoundWanted = true;
      else signalled.add(teacherId);
    },
    async work() {
      await look();
      const failed = new Map<string, unknown>();
      for (;;) {
        const [teacherId] = signalled.size > 0 ? signalled : others;
        if (teacherId === undefined) break;
        signalled.delete(teacherId);
        others.delete(teacherId);
        await passHoldsOf(services, teacherId).catch((error) => failed.set(teacherId, error));
        if (services.now().getTime() - looked.getTime() >= WATCHES_LOOK_MS) await look();
      }
      for (const [teacherId] of failed) signalled.add(teacherId);
      for (const [, error] of failed) throw error;
    },
  };
}

/** Watched teachers, and those of whom something is noted although nobody waits any more. */
async function listTeachers({ db }: Services): Promise<string[]> {
  return [...(await listWatchedTeachers(db)), ...(await listUnwatchedTeachers(db))];
}

function passHoldsOf(services: Services, teacherId: string): Promise<void> {
  return transact(services.db, async (tx) => {
    await lockWatches(tx, teacherId);
    if (await isWatched(tx, teacherId)) await passLine(tx, services, teacherId);
    else await forgetUnwatched(tx, teacherId);
  });
}

async function passLine(tx: Tx, services: Services, teacherId: string): Promise<void> {
  const { bookingHorizonDays: horizonDays, bookingRequiresPrepaid } = services.settings;
  const now = services.now();
  await noteOpenBlocks(tx, teacherId, now);
  const line = await loadLine(tx, teacherId, bookingRequiresPrepaid);
  const open = new Set(line.blocks.map(({ date, block }) => slotKey(date, block)));
  const day = today(now);
  const waiting: WatchState[] = [];
  for (const watch of line.watches) {
    if (watch.until < day) await deleteWatch(tx, watch.id);
    else waiting.push(await withoutHoldThatIsOver(tx, watch, open, now));
  }
  const held = new Set(waiting.flatMap(({ held }) => (held ? [slotKey(held.date, held.block)] : [])));
  const free = line.blocks.filter(({ date, block }) => !held.has(slotKey(date, block)));
  await give(tx, services, teacherId, waiting, nextHolds(waiting.map(toWaiting), free, { now, horizonDays }));
}

type Pair = { teacherId: string; studentId: string };

/**
 * Returns those of a teacher's free blocks, as `slotKey`s, that go to somebody else in line, because they became free since
 * anybody looked (rules §34): who takes them in that moment is not before those who wait.
 *
 * @param slots that the teacher offers, ascending
 */
export async function slotsForLine(
  on: Executor,
  { settings, now: clock }: Services,
  { teacherId, studentId }: Pair,
  slots: readonly Slot[],
): Promise<ReadonlySet<string>> {
  if (slots.length === 0 || !(await isWatched(on, teacherId))) return new Set();
  const line = await loadLine(on, teacherId, settings.bookingRequiresPrepaid);
  const known = new Set(line.blocks.map(({ date, block }) => slotKey(date, block)));
  const now = clock();
  const waiting = line.watches.filter(({ until }) => until >= today(now));
  const free = slots
    .filter(({ date, block }) => !known.has(slotKey(date, block)))
    .map(({ date, block }) => ({ date, block, freeSince: now.toISOString() }));
  const holds = nextHolds(waiting.map(toWaiting), free, { now, horizonDays: settings.bookingHorizonDays });
  const isOthers = (id: string) => waiting.find((watch) => watch.id === id)?.studentId !== studentId;
  return new Set(
    holds.filter(({ watchId }) => isOthers(watchId)).map(({ date, block }) => slotKey(date, block)),
  );
}

/** Whether one free block goes to somebody else in line. */
export async function goesToLine(on: Executor, services: Services, slot: Pair & Slot): Promise<boolean> {
  return (await slotsForLine(on, services, slot, [slot])).size > 0;
}

/** Ends a hold whose time is up, whose block is not offered any more, or whose holder cannot book it. */
async function withoutHoldThatIsOver(
  tx: Tx,
  watch: WatchState,
  open: ReadonlySet<string>,
  now: Date,
): Promise<WatchState> {
  const { held, holdId } = watch;
  if (!held || holdId === null) return watch;
  const slot = slotKey(held.date, held.block);
  const stands = new Date(held.until) > now && watch.canBook && open.has(slot) && !watch.busy.includes(slot);
  if (stands) return watch;
  await endHold(tx, holdId);
  return { ...watch, held: null, holdId: null };
}

async function give(
  tx: Tx,
  services: Services,
  teacherId: string,
  waiting: readonly WatchState[],
  holds: readonly { watchId: string; date: string; block: number }[],
): Promise<void> {
  const at = services.now();
  const until = new Date(at.getTime() + HOLD_MINUTES * 60_000);
  for (const { watchId, date, block } of holds) {
    const watch = waiting.find(({ id }) => id === watchId);
    const holdId = await beginHold(tx, { watchId, teacherId, date, block, until, at });
    if (!watch || holdId === null) continue;
    const { teacherName, studentId, studentName, subject, level } = watch;
    for (const userId of toldOf(watch)) {
      await notify(tx, services, {
        kind: "slot-held",
        to: { userId },
        facts: {
          watchId,
          holdId,
          teacherId,
          teacherName,
          subject,
          level,
          date,
          block,
          untilMs: until.getTime(),
          ...(userId === studentId
            ? { childName: null, childId: null }
            : { childName: studentName, childId: studentId }),
        },
        dedupeKey: `slot-held:${holdId}:${userId}`,
      });
    }
  }
}

/** Who began to wait, while that person may book; else everybody who may. */
function toldOf({ creatorId, deciders }: WatchState): string[] {
  return deciders.includes(creatorId) ? [creatorId] : deciders;
}

function toWaiting({ held, busy, offered, ...watch }: WatchState) {
  return { ...watch, isHolding: held !== null, excluded: new Set([...busy, ...offered]) };
}
