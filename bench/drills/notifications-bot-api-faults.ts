// The Bot API answers with 429, 500, 502, not at all, with a broken connection; people have blocked the bot.
// pnpm bench drills/notifications-bot-api-faults

import { seconds, Verdict } from "../lab/figures";
import { arrivals, lostAndDoubled, makeCrowd, untilDrained, writeNotifications } from "./harness/outbox";
import { onStage } from "./harness/stage";

const CHATS = 300;
const COUNT = 600;
const BLOCKED = 30;
const CLOSED = 10;
const PAUSE_SECONDS = 3;

await onStage({}, async (stage) => {
  const { telegram, mail, db } = stage;
  const report = new Verdict(`${COUNT} notifications to ${CHATS} chats while the Bot API fails in every way`);
  const people = await makeCrowd(stage, { byTelegram: CHATS, byMail: 0 });
  const chats = telegram.chats.list().map(({ person }) => person.id);
  for (const chatId of chats.slice(0, BLOCKED)) telegram.block(chatId);
  for (const chatId of chats.slice(BLOCKED, BLOCKED + CLOSED)) telegram.deactivate(chatId);
  const paused = chats.slice(50, 70);
  for (const chatId of paused)
    telegram.faults.add({ answer: "too-many-requests", retryAfter: PAUSE_SECONDS, chatId });
  telegram.faults.add({ answer: "server-error", times: 40, method: "sendMessage" });
  telegram.faults.add({ answer: "bad-gateway", times: 20, method: "sendMessage" });
  telegram.faults.add({ answer: "reset", times: 20, method: "sendMessage" });
  telegram.faults.add({ answer: "silence", times: 10, method: "sendMessage" });
  await writeNotifications(stage, people, COUNT);
  const began = Date.now();
  await stage.program("worker")("worker");
  const counts = await untilDrained(stage, 900_000);
  const { lost, doubled } = lostAndDoubled(stage, COUNT);
  const calls = telegram.calls("sendMessage");
  const byStatus = new Map<number, number>();
  for (const { status } of calls) byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
  const refusals = calls.filter(({ status }) => status === 429);
  const isWithinPause = (at: number) =>
    refusals.some((each) => at > each.at && at - each.at < PAUSE_SECONDS * 1000);
  const tooSoon = calls.filter(({ at }) => isWithinPause(at)).length;
  const { rows } = await db.pool.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM users WHERE telegram_chat_id IS NULL",
  );
  const unlinked = rows[0]?.count ?? 0;
  report.figure("took", seconds(Date.now() - began));
  report.figure(
    "answers by status (0: none)",
    [...byStatus].map(([status, n]) => `${status}: ${n}`).join(", "),
  );
  report.must("sent", counts.sent, counts.sent === COUNT, String(COUNT));
  report.must("lost", lost, lost === 0, "0");
  report.must("sent twice", doubled, doubled === 0, "0");
  report.must("called again before a pause was over", tooSoon, tooSoon === 0, "0");
  report.must("chats unlinked", unlinked, unlinked === BLOCKED + CLOSED, String(BLOCKED + CLOSED));
  const byMail = mail.mails().length;
  report.must(
    "gone by e-mail instead",
    byMail,
    byMail === 2 * (BLOCKED + CLOSED),
    String(2 * (BLOCKED + CLOSED)),
  );
  report.figure("arrived in all", arrivals(stage).size);
  report.end();
});
