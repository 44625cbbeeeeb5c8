import {
  listen,
  newId,
  replaceBusyBlocks,
  SIGNALS_APPLICATION,
  type SignalChannel,
  transact,
} from "@korki/db";
import { saveAvailability } from "@korki/services/availability/availability";
import { type Classroom, inDays, makeClassroom } from "@korki/services/testing/classroom";
import { personCtx } from "@korki/services/testing/people";
import { openTestServices } from "@korki/services/testing/test-services";
import { afterAll, expect, test } from "vitest";

const services = await openTestServices();
const { db, databaseUrl } = services;
const heard: [SignalChannel, string][] = [];
let listening = 0;
const away: string[] = [];
const listener = listen(databaseUrl, ["korki_changes", "korki_access"], {
  onSignal: (payload, channel) => void heard.push([channel, payload]),
  onListening: () => {
    listening += 1;
  },
  onAway: (reason) => void away.push(reason),
});
afterAll(() => listener.close());

test("listens to its channels, again after its connection was cut", async () => {
  await expect.poll(() => listening).toBe(1);
  await db.pool.query("SELECT pg_notify('korki_changes', 'one'), pg_notify('korki_outbox', 'not ours')");
  await db.pool.query("NOTIFY korki_access, 'two'");
  await expect
    .poll(() => heard)
    .toEqual([
      ["korki_changes", "one"],
      ["korki_access", "two"],
    ]);

  await db.pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1",
    [SIGNALS_APPLICATION],
  );
  await expect.poll(() => listening).toBe(2);
  expect(away).toHaveLength(1);
  await db.pool.query("NOTIFY korki_changes, 'three'");
  await expect.poll(() => heard.at(-1)).toEqual(["korki_changes", "three"]);
});

const waiting = async () =>
  (await db.pool.query<{ count: number }>("SELECT count(*)::int AS count FROM waiting_signals")).rows[0]
    ?.count;

/** Who is on duty is known by the lock that they hold. */
async function isOnDuty(): Promise<boolean> {
  const { rows } = await db.pool.query(
    `SELECT FROM pg_locks JOIN pg_database ON database = pg_database.oid
     WHERE datname = current_database() AND locktype = 'advisory' AND mode = 'ExclusiveLock'`,
  );
  return rows.length > 0;
}

/** Signals until somebody is on duty. */
async function rush(): Promise<void> {
  const beforeDuty = async () => {
    await db.pool.query("SELECT send_signal('korki_changes', 'rush' || n) FROM generate_series(1, 20) AS n");
    return isOnDuty();
  };
  await expect.poll(beforeDuty).toBe(true);
}

const heardAfterRush = () => heard.map(([, payload]) => payload).filter((text) => !text.startsWith("rush"));

test("signals of a transaction are sent after its commit, in their order, and none of one rolled back", async () => {
  await rush();
  heard.length = 0;
  const client = await db.pool.connect();
  try {
    await client.query("BEGIN");
    await client.query(
      "SELECT send_signal('korki_changes', 'first'), send_signal('korki_changes', 'second')",
    );
    await expect.poll(waiting).toBe(0);
    expect(heardAfterRush()).toEqual([]);
    await client.query("COMMIT");
    await expect.poll(heardAfterRush).toEqual(["first", "second"]);
    await client.query("BEGIN");
    await client.query("SELECT send_signal('korki_changes', 'never')");
    await client.query("ROLLBACK");
    await client.query("SELECT send_signal('korki_changes', 'last')");
    await expect.poll(heardAfterRush).toEqual(["first", "second", "last"]);
  } finally {
    client.release();
  }
});

test("duty ends when it is quiet: signals are sent at once, and what a transaction left before then, too", async () => {
  await rush();
  heard.length = 0;
  const client = await db.pool.connect();
  try {
    await client.query("BEGIN");
    await client.query("SELECT send_signal('korki_changes', 'begun on duty')");
    await expect.poll(isOnDuty).toBe(false);
    await client.query("COMMIT");
    await expect.poll(heardAfterRush).toEqual(["begun on duty"]);
    await db.pool.query("SELECT send_signal('korki_changes', 'at once')");
    expect(await waiting()).toBe(0);
    await expect.poll(heardAfterRush).toEqual(["begun on duty", "at once"]);
  } finally {
    client.release();
  }
});

test("without a sender on duty they are sent at once, and leftovers by the next sender", async () => {
  await listener.close();
  await db.pool.query(
    "INSERT INTO waiting_signals (channel, payload) VALUES ('korki_changes', 'left behind')",
  );
  await db.pool.query("SELECT send_signal('korki_changes', 'at once')");
  expect(await waiting()).toBe(1);
  const found: string[] = [];
  const next = listen(databaseUrl, "korki_changes", { onSignal: (payload) => void found.push(payload) });
  await expect.poll(() => found).toEqual(["left behind"]);
  await next.close();
});

test("a signal with more people than fit in it is for everybody", async () => {
  const found: string[] = [];
  const other = listen(databaseUrl, "korki_changes", { onSignal: (payload) => void found.push(payload) });
  const crowd = "ARRAY(SELECT gen_random_uuid() FROM generate_series(1, 300))";
  await expect
    .poll(async () => {
      await db.pool.query(`SELECT signal_change('closures', ${crowd}), signal_change('closures', NULL)`);
      return new Set(found);
    })
    .toEqual(new Set(['{"topic" : "closures", "userIds" : null}']));
  await other.close();
});

/** Free blocks change: what the teacher and the students hear of it, once each time. */
const HOURS_TOLD: [string, (room: Classroom) => Promise<unknown>][] = [
  [
    "a teacher's week",
    ({ teacher }) =>
      saveAvailability(personCtx(services, teacher), [{ day: "pon", startBlock: 2, endBlock: 5 }]),
  ],
  [
    "what a calendar from outside says of a teacher",
    async ({ teacher }) => {
      const calendar = { id: newId(), teacherId: teacher.id, sealedUrl: "", host: "example.com", label: "" };
      await db.prisma.outsideCalendar.create({ data: { ...calendar, nextAt: services.now() } });
      const busy = [{ date: inDays(services, 2), block: 3 }];
      for (const slots of [busy, busy])
        await transact(db, (tx) =>
          replaceBusyBlocks(tx, { calendarId: calendar.id, teacherId: teacher.id }, slots),
        );
    },
  ],
];

test.each(HOURS_TOLD)("%s is told once to the teacher and the students", async (_, change) => {
  const room = await makeClassroom(services);
  const found: string[] = [];
  const other = listen(databaseUrl, "korki_changes", { onSignal: (payload) => void found.push(payload) });
  await expect
    .poll(async () => {
      await db.pool.query("SELECT signal_change('money', NULL)");
      return found.length;
    })
    .toBeGreaterThan(0);
  await change(room);
  const told = () => found.map((payload) => JSON.parse(payload)).filter(({ topic }) => topic === "closures");
  await expect
    .poll(told)
    .toEqual([{ topic: "closures", userIds: expect.arrayContaining([room.teacher.id, room.student.id]) }]);
  await other.close();
});

test("closed while the server is away, it stays closed", async () => {
  const reasons: string[] = [];
  const lost = listen("postgresql://nobody@127.0.0.1:1/none", "korki_outbox", {
    onSignal: () => undefined,
    onAway: (reason) => void reasons.push(reason),
  });
  await expect.poll(() => reasons.length).toBeGreaterThan(1);
  await lost.close();
});
