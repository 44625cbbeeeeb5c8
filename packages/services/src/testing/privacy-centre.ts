import { weekdayOf } from "@korki/domain";
import { createSeries, previewSeries } from "../series/create-series";
import { inDays } from "./classroom";
import { makePerson, type Person, personCtx } from "./people";
import { openTestServices } from "./test-services";

/** The input of an erasure that cancels the person's planned lessons. */
export const cancelling = (userId: string) => ({ userId, plannedLessons: "cancel" as const });

/** Called at the top of a test file: a centre with two administrators, so that neither is the last. */
export async function openPrivacyCentre() {
  const services = await openTestServices({ RATE_LIMIT_SCALE: "1000" });
  const admin = await makePerson(services, "Admin");
  await makePerson(services, "Admin");
  const asAdmin = personCtx(services, admin);

  return {
    services,
    prisma: services.db.prisma,
    admin,
    asAdmin,

    /** A weekly lesson of which there is one date so far. */
    async weeklyLesson(student: Person, teacher: Person, description: string, block = 3) {
      const day = inDays(services, 7);
      const body = {
        teacherId: teacher.id,
        studentId: student.id,
        subject: "Matematyka",
        level: "liceumP",
        weekday: weekdayOf(day),
        block,
        from: day,
        to: day,
        everyWeeks: 1,
        description,
      } as const;
      const { token } = await previewSeries(asAdmin, body);
      return createSeries(asAdmin, { ...body, token });
    },
  };
}
