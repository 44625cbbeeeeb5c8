// A bare Express and pg, forked by `pnpm bench reads`: the lower bound of a read. For each address it runs the given
// prepared statements and returns their rows, without session, checks or translation. Free blocks, which are computed
// from rows, it computes too.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { freeDayToWire } from "@korki/contracts/wire/availability";
import type { FreeDayFacts } from "@korki/db";
import { freeDays } from "@korki/domain";
import express from "express";
import pg from "pg";

/** A statement with its values, as `pg` takes it. */
export type Statement = { name: string; text: string; values: unknown[] };
/** How an answer is computed from the rows. */
export type BareAnswer = "free days";
/** The statements of an address and the form of its answer. */
type BareRead = { statements: Statement[]; answer: BareAnswer | null };
/** The order that starts the server: reads by address. */
export type BareOrder = { databaseUrl: string; horizonDays: number; reads: Record<string, BareRead> };

process.once("message", ({ databaseUrl, horizonDays, reads }: BareOrder) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  const app = express();
  app.disable("x-powered-by");
  app.all("/read/:name", express.json(), async (req, res) => {
    const { statements, answer } = reads[req.params.name] ?? { statements: [], answer: null };
    const answers: unknown[][] = [];
    for (const statement of statements) answers.push((await pool.query(statement)).rows);
    const [rows = []] = answers;
    if (answer === "free days") res.json(rows.flatMap((facts) => daysOf(facts as FreeDayFacts, horizonDays)));
    else res.json(answers.length === 1 ? rows : answers);
  });
  app.post("/booking", express.json(), async (req, res) => {
    const client = await pool.connect();
    try {
      await client.query("BEGIN");
      for (const statement of bookingOf(req.body)) await client.query(statement);
      await client.query("COMMIT");
      res.json({});
    } catch {
      await client.query("ROLLBACK");
      res.status(409).json({});
    } finally {
      client.release();
    }
  });
  const server = createServer(app).listen(0, "127.0.0.1", () => {
    process.send?.((server.address() as AddressInfo).port);
  });
});

function daysOf({ hours, taken }: FreeDayFacts, horizonDays: number): object[] {
  const days = freeDays({ hours, taken: new Set(taken), now: new Date(), horizonDays });
  return days.map(({ date, blocks }) => freeDayToWire({ date, blocks: [...blocks] }));
}

/** Returns the statements of a minimal booking: pair, slot, lesson, history, notification. */
function bookingOf(body: Record<string, unknown>): Statement[] {
  const { id, teacherId, studentId, date, block } = body;
  return [
    {
      name: "pair",
      text: `SELECT r.teacher_id FROM teaching_relations r JOIN users t ON t.id = r.teacher_id JOIN users s ON s.id = r.student_id
              WHERE r.teacher_id = $1 AND r.student_id = $2 FOR SHARE`,
      values: [teacherId, studentId],
    },
    {
      name: "slot",
      text: "SELECT FROM occupied_slots WHERE teacher_id = $1 AND date = $2 AND block = $3",
      values: [teacherId, date, block],
    },
    {
      name: "lesson",
      text: `INSERT INTO lessons (id, teacher_id, student_id, date, block, subject, level, title, status, price, rate)
             VALUES ($1, $2, $3, $4, $5, 'Polski', 'liceumP', 'Polski', 'Nie potwierdzona', 90, 60)`,
      values: [id, teacherId, studentId, date, block],
    },
    {
      name: "history",
      text: `INSERT INTO history_entries (actor_id, actor_role, entity, entity_id, action, changes)
             VALUES ($1, 'Student', 'lesson', $2, 'book', '{}')`,
      values: [studentId, id],
    },
    {
      name: "notification",
      text: "INSERT INTO notifications (id, kind, recipient_id, facts) VALUES (gen_random_uuid(), 'lesson-booked', $1, '{}')",
      values: [teacherId],
    },
  ];
}
