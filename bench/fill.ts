// `DATABASE_URL=… pnpm bench fill [--people]`: fills an empty database with 100,000 past lessons, 100,000 messages, 50
// teachers and 5,000 students (--people: 3,000 and 20,000), to look at the screens of a centre that has grown.
import { openDatabase } from "@korki/db";
import { migrate } from "@korki/db/migrate";
import { DEMO_PASSWORD } from "@korki/demo/people";
import { LARGE, loadData, MANY_PEOPLE } from "./load-data";

const url = process.env.DATABASE_URL;
if (!url) {
  console.error("DATABASE_URL is missing: which database is to be filled?");
  process.exit(1);
}
const size = process.argv.includes("--people") ? MANY_PEOPLE : LARGE;
await migrate(url);
const db = openDatabase(url, 2);
try {
  const { rows } = await db.pool.query("SELECT 1 FROM users LIMIT 1");
  if (rows.length > 0) throw new Error("this database has people in it already: only an empty one is filled");
  const from = performance.now();
  await loadData(db, size);
  console.log(
    `${size.teachers} teachers, ${size.students} students, ${size.lessons} lessons, ${size.messages} messages in ${((performance.now() - from) / 1000).toFixed(1)} s`,
  );
  console.log(`admin0@bench.pl, nauczyciel0@bench.pl, uczen0@bench.pl; password ${DEMO_PASSWORD}`);
} finally {
  await db.close();
}
