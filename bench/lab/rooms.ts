import { ROOM_NAMESPACE } from "@korki/contracts/classroom";
import { type Database, newId } from "@korki/db";
import { addDays, blockStart, today } from "@korki/domain";
import { signAccessToken } from "@korki/services";
import { io, type Socket } from "socket.io-client";
import { SECRET } from "./lab";

const BLOCK = 6;
const DATE = addDays(today(new Date()), 1);
/** When the product's clock begins: rooms are open then and for an hour and a half. */
export const START = blockStart(DATE, BLOCK);
/** The environment of processes whose clock begins there. */
export const ROOM_ENV = { NODE_ENV: "development", DEMO: "1", DEMO_NOW: START.toISOString() };

type RoomPair = { lessonId: string; teacher: RoomMember; student: RoomMember };
export type RoomMember = { id: string; token: string };

/** Makes lessons that begin at the start, each of two people with a session. */
export async function makeRooms({ pool }: Database, count: number): Promise<RoomPair[]> {
  const ids = (n: number) => Array.from({ length: n }, () => newId());
  const [teachers, students, lessons] = [ids(count), ids(count), ids(count)];
  const people = [...teachers, ...students];
  const sessions = ids(people.length);
  await pool.query(
    `INSERT INTO users (id, role, email, name, surname)
     SELECT id, CASE WHEN at <= $2 THEN 'Teacher' ELSE 'Student' END, at || '@rooms.pl', 'Anna', 'Nowak'
       FROM unnest($1::uuid[]) WITH ORDINALITY AS u (id, at)`,
    [people, count],
  );
  await pool.query("INSERT INTO sessions (id, user_id) SELECT * FROM unnest($1::uuid[], $2::uuid[])", [
    sessions,
    people,
  ]);
  await pool.query(
    `INSERT INTO lessons (id, teacher_id, student_id, date, block, subject, level, title, status, price, rate)
     SELECT id, teacher, student, $4::date, $5, 'Matematyka', 'liceumP', 'Matematyka', 'Potwierdzona', 90, 60
       FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS l (id, teacher, student)`,
    [lessons, teachers, students, DATE, BLOCK],
  );
  const member = async (at: number): Promise<RoomMember> => {
    const claims = { userId: people[at] ?? "", sessionId: sessions[at] ?? "" };
    return { id: claims.userId, token: await signAccessToken(SECRET, claims, START) };
  };
  return Promise.all(
    lessons.map(async (lessonId, at) => ({
      lessonId,
      teacher: await member(at),
      student: await member(count + at),
    })),
  );
}

/** Connects one window; resolves when it may enter. */
export async function connectWindow(origin: string, { token }: RoomMember): Promise<Socket> {
  const socket = io(`${origin}${ROOM_NAMESPACE}`, {
    transports: ["websocket"],
    reconnection: false,
    forceNew: true,
    auth: { token },
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("connect_error", reject);
  });
  return socket;
}
