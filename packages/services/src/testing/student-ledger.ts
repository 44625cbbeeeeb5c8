import type { CivilDate } from "@korki/domain";
import { createLesson } from "../admin-lessons/create-lesson";
import { listMyLedger } from "../ledger/list-ledger";
import { countAvailableLessons } from "../lessons/read-lessons";
import { addPayment } from "../payments/add-payment";
import { type Classroom, inDays } from "./classroom";
import { openTestCentre } from "./test-services";

export const pair = { subject: "Matematyka", level: "liceumP" } as const;

/** Called at the top of a test file: a centre, and what tests do to students' lessons and read of their ledgers. */
export async function openLedger() {
  const { services, prisma, asAdmin } = await openTestCentre();

  const pay = (room: Classroom, lessonAmount: number, expiresOn?: CivilDate) =>
    addPayment(
      asAdmin,
      {
        studentId: room.student.id,
        moneyAmount: 90,
        lessonAmount,
        ...pair,
        description: "wplata",
        expiresOn,
      },
      null,
    );

  let nextBlock = 0;
  /** A lesson of the room, at an hour that nobody has. */
  async function plan(room: Classroom): Promise<string> {
    nextBlock += 1;
    const lesson = {
      teacherId: room.teacher.id,
      studentId: room.student.id,
      date: inDays(services, 1 + Math.floor(nextBlock / 14)),
      block: nextBlock % 14,
      ...pair,
      description: "",
    };
    return (await createLesson(asAdmin, lesson)).id;
  }

  async function ledgerOf({ asStudent }: Classroom) {
    const { items } = await listMyLedger(asStudent, { page: 1, pageSize: 1000, direction: "asc" });
    return items;
  }
  const movements = async (room: Classroom) =>
    (await ledgerOf(room)).map(({ kind, quantity, balance }) => `${kind} ${quantity} = ${balance}`);
  const left = async ({ asStudent }: Classroom) =>
    (await countAvailableLessons(asStudent, {}))[0]?.available ?? 0;

  return { services, prisma, asAdmin, pay, plan, ledgerOf, movements, left };
}
