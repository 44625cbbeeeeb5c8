import { findTables } from "@korki/db";
import { makeStudentOf, makeTeacher } from "@korki/services/testing/classroom";
import { openTestServices } from "@korki/services/testing/test-services";
import { expect, test } from "vitest";
import { contentOf, takeSnapshot } from "./snapshot";

test("a write to any table is seen, and taken back whole", async () => {
  const services = await openTestServices();
  const { db } = services;
  const teacher = await makeTeacher(services);
  const student = await makeStudentOf(services, teacher);
  const before = await contentOf(db);
  const snapshot = await takeSnapshot(db);
  expect(await snapshot.changes()).toEqual([]);

  await db.pool.query("TRUNCATE teacher_subjects");
  await db.pool.query("UPDATE users SET surname = 'Nowa' WHERE id = $1", [student.id]);
  // The hours go with the teacher.
  await db.pool.query("DELETE FROM users WHERE id = $1", [teacher.id]);
  expect(await snapshot.changes()).toEqual(
    expect.arrayContaining([
      expect.stringMatching(`^- users\\(${teacher.id}`),
      expect.stringMatching(`^\\+ users\\(${student.id}.*Nowa`),
      expect.stringMatching(`^- availability_sections\\(.*${teacher.id}`),
      expect.stringMatching(`^- teacher_subjects\\(${teacher.id}`),
    ]),
  );
  await snapshot.restore();
  expect(await snapshot.changes()).toEqual([]);
  expect((await contentOf(db)).sort()).toEqual(before.sort());

  const names = (await findTables(db.pool))
    .map(({ name }) => name)
    .filter((name) => name !== "api_processes");
  for (const name of names) await db.pool.query(`DELETE FROM ${name} WHERE false`);
  const { rows } = await db.pool.query("SELECT DISTINCT name FROM kept.written ORDER BY name");
  expect(rows.map(({ name }) => name)).toEqual(names.sort());
});
