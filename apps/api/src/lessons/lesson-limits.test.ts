import { bookingOf, inDays, makeClassroom } from "@korki/services/testing/classroom";
import { signIn } from "@korki/services/testing/people";
import { expect, test } from "vitest";
import { openTestApi } from "../testing/test-api";

/** Three changes an hour instead of sixty. */
const { services, trpc } = await openTestApi({ RATE_LIMIT_SCALE: "0.05" });

test("a student changes lessons a limited number of times in an hour, a teacher without limit", async () => {
  const room = await makeClassroom(services);
  const { lessons } = trpc((await signIn(services, room.student)).accessToken);
  const book = (block: number) => lessons.book.mutate(bookingOf(room.teacher, inDays(services, 3), block));
  const first = await book(1);
  await lessons.delete.mutate({ lessonId: first.id });
  const [second, refused] = [await book(2), book(3)];
  await expect(refused).rejects.toMatchObject({ data: { httpStatus: 429 } });
  const teacher = trpc((await signIn(services, room.teacher)).accessToken).lessons;
  await teacher.confirm.mutate({ lessonId: second.id });
  await expect(teacher.confirm.mutate({ lessonId: second.id })).rejects.toMatchObject({
    data: { httpStatus: 409 },
  });
});
