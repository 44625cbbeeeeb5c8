import { slotToWire } from "@korki/contracts/wire/slot";
import { addDays } from "@korki/domain";
import { type Centre, TODAY } from "./centre";
import type { Hand } from "./hand";

/** One thing that somebody comes for, done in the shortest way from the first screen. */
export type Job = {
  name: string;
  /** taps of the best peer, and typed fields where they were counted */
  peer: number;
  peerTyped?: number;
  peerName: string;
  /** Does it, checks that it is done, and returns the hand that did it. */
  run: (centre: Centre) => Promise<Hand>;
};

/** A lesson as REST writes it, as far as the jobs look at it. */
export type WireLesson = {
  _id: string;
  status: string;
  blockIndex: number;
  dateDay: number;
  dateMonth: number;
};

/** Throws unless the job's effect is there. */
export function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(`not so: ${what}`);
}

/** A lesson that the administrator notes: so many days from today, with this status. */
export async function noteLesson(
  centre: Centre,
  lesson: { teacherId: string; studentId: string; subject: string; subjectLevel: string },
  days: number,
  block: number,
  status = "Potwierdzona",
): Promise<string> {
  const admin = await centre.as("admin@demo.pl");
  const slot = slotToWire({ date: addDays(TODAY, days), block });
  const { _id } = await admin<{ _id: string }>("PUT", "/api/admin/lesson", { ...lesson, ...slot });
  if (status !== "Nie potwierdzona") {
    await admin("POST", `/api/admin/lesson/${_id}`, { ...slot, status, description: "" });
  }
  return _id;
}
