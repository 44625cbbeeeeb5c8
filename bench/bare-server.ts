// A bare Express and pg: for each address it runs the statements that it was given, prepared, and answers with their
// rows. No session, no check, no translation: what a read costs at least. Forked by `pnpm bench reads`.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import pg from "pg";

/** A statement with its values, as `pg` takes it. */
export type Statement = { name: string; text: string; values: unknown[] };
/** What the server is started with: statements by address. A `booking` is one transaction of its statements. */
export type BareOrder = { databaseUrl: string; reads: Record<string, Statement[]> };

process.once("message", ({ databaseUrl, reads }: BareOrder) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  const app = express();
  app.disable("x-powered-by");
  app.get("/read/:name", async (req, res) => {
    const statements = reads[req.params.name] ?? [];
    const answers: unknown[] = [];
    for (const statement of statements) answers.push((await pool.query(statement)).rows);
    res.json(answers.length === 1 ? answers[0] : answers);
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

/** What a bare booking would ask and write: the pair, the block, the lesson, its history, its notification. */
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
      text: "SELECT id FROM occupied_slots WHERE teacher_id = $1 AND date = $2 AND block = $3",
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
