import { makeClassroom } from "@korki/services/testing/classroom";
import { signIn } from "@korki/services/testing/people";
import { loadServerSettings } from "@korki/settings";
import { labServices } from "../../lab/services";
import type { Stage } from "./stage";

/** A student who books lessons with one teacher over HTTP. */
export type BookingDesk = {
  /** Returns the HTTP status; 0 for a lost connection. */
  book(date: string, block: number): Promise<number>;
};

/** Starts an API and signs a student in. */
export async function openBookingDesk(stage: Stage): Promise<BookingDesk> {
  const services = labServices(stage.db, { settings: loadServerSettings(stage.env) });
  const { teacher, student } = await makeClassroom(services);
  const { accessToken } = await signIn(services, student);
  const { origin } = await stage.startApi("api");
  return {
    async book(date, block) {
      const [dateYear, dateMonth, dateDay] = date.split("-").map(Number);
      const body = {
        teacherId: teacher.id,
        studentId: student.id,
        blockIndex: block,
        dateDay,
        dateMonth,
        dateYear,
        subject: "Matematyka",
        subjectLevel: "liceumP",
        title: "Matematyka",
        description: "",
      };
      const answer = await fetch(`${origin}/api/student/reserve_lesson`, {
        method: "PUT",
        headers: { authorization: `Bearer ${accessToken}`, "content-type": "application/json" },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(15_000),
      }).catch(() => null);
      await answer?.arrayBuffer();
      return answer?.status ?? 0;
    },
  };
}
