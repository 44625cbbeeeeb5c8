import { type Database, newId } from "@korki/db";
import { signAccessToken } from "@korki/services";
import { SECRET } from "../lab";
import type { LoadClient } from "./load";

/** Makes pairs of a teacher and a student who may write to each other, each with a session. */
export async function makeClients({ pool }: Database, count: number): Promise<LoadClient[]> {
  const ids = Array.from({ length: count }, () => newId());
  const sessionIds = ids.map(() => newId());
  await pool.query(
    `INSERT INTO users (id, role, email, name, surname)
     SELECT id, CASE WHEN at % 2 = 0 THEN 'Student' ELSE 'Teacher' END, at || '@bench.pl', 'Anna', 'Nowak'
       FROM unnest($1::uuid[]) WITH ORDINALITY AS u (id, at)`,
    [ids],
  );
  await pool.query("INSERT INTO sessions (id, user_id) SELECT * FROM unnest($1::uuid[], $2::uuid[])", [
    sessionIds,
    ids,
  ]);
  const [teachers, students] = [0, 1].map((side) => ids.filter((_, at) => at % 2 === side));
  await pool.query(
    "INSERT INTO teaching_relations (teacher_id, student_id) SELECT * FROM unnest($1::uuid[], $2::uuid[])",
    [teachers, students],
  );
  return Promise.all(
    ids.map(async (id, at) => ({
      id,
      token: await signAccessToken(SECRET, { userId: id, sessionId: sessionIds[at] ?? "" }, new Date()),
      partnerId: ids[at % 2 === 0 ? at + 1 : at - 1] ?? "",
    })),
  );
}
