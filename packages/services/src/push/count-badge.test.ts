import { newId } from "@korki/db";
import { blockStart } from "@korki/domain";
import { expect, test } from "vitest";
import { getAttention } from "../attention/get-attention";
import { listUnread } from "../chat/list-contacts";
import { sendMessages } from "../chat/send-messages";
import { bookedLesson, makeClassroom } from "../testing/classroom";
import { makeGuardian } from "../testing/families";
import { makePerson, personCtx } from "../testing/people";
import { openTestServices } from "../testing/test-services";
import { countBadge } from "./count-badge";

const services = await openTestServices();

test("counts what waits for each role, and what it has not read", async () => {
  const room = await makeClassroom(services);
  const { teacher, student } = room;
  const [parent, admin] = [await makePerson(services, "Parent"), await makePerson(services, "Admin")];
  await makeGuardian(services, parent, student);
  const lesson = await bookedLesson(services, room, 5);
  await bookedLesson(services, room, 6, 1);
  const write = (text: string) => ({
    senderId: student.id,
    recipientId: teacher.id,
    text,
    clientKey: newId(),
  });
  await sendMessages(services, [write("Dzień dobry"), write("Czy jest Pani?")], null);
  services.clock.time = new Date(blockStart(lesson.date, 5).getTime() - 3_600_000);
  const shown = async (person: { id: string; role: typeof teacher.role }) => {
    const ctx = personCtx(services, person);
    const counts = [...(await getAttention(ctx)), ...(await listUnread(ctx))].map(({ count }) => count);
    return counts.reduce((sum, count) => sum + count, 0);
  };
  for (const person of [teacher, student, parent, admin]) {
    const badge = await countBadge(services, person);
    expect(badge).toBe(await shown(person));
    expect(badge).toBeGreaterThan(0);
  }
});
