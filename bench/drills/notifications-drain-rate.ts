// Many notifications drain at the Bot API's pace, kept across several workers; mails go beside them.
// pnpm bench drills/notifications-drain-rate [telegram=10000] [mails=3000] [workers=2]
import type { BotApiCall } from "@korki/sandbox";
import { lostAndDoubled, makeCrowd, untilDrained, writeNotifications } from "./harness/outbox";
import { Report, seconds } from "./harness/report";
import { onStage } from "./harness/stage";

const telegramCount = Number(process.argv[2] ?? 10_000);
const mailCount = Number(process.argv[3] ?? 3000);
const workers = Number(process.argv[4] ?? 2);
const CHATS = 1000;
/** One chat gets many at once, before all others: it may slow down nobody but itself. */
const BURST = 60;

await onStage({}, async (stage) => {
  const { telegram, mail, db } = stage;
  const report = new Report(`${telegramCount} by Telegram and ${mailCount} mails, ${workers} workers`);
  const start = stage.program("worker");
  const people = await makeCrowd(stage, { byTelegram: CHATS, byMail: 500 });
  const [toChats, toMailboxes] = [people.slice(0, CHATS), people.slice(CHATS)];
  const [busy = ""] = toChats;
  const { rows } = await db.pool.query<{ chatId: string }>(
    `SELECT telegram_chat_id AS "chatId" FROM users WHERE id = $1`,
    [busy],
  );
  const busyChat = Number(rows[0]?.chatId);
  await writeNotifications(stage, [busy], BURST);
  await writeNotifications(stage, toChats, telegramCount - BURST, BURST + 1);
  await writeNotifications(stage, toMailboxes, mailCount, telegramCount + 1);
  await Promise.all(Array.from({ length: workers }, (_, i) => start(`worker-${i}`)));
  const total = telegramCount + mailCount;
  const counts = await untilDrained(stage, 60_000 + (telegramCount / 20) * 1000);
  const { lost, doubled } = lostAndDoubled(stage, total);

  const calls = telegram.calls("sendMessage").filter(({ status }) => status === 200);
  const refused = telegram.calls("sendMessage").filter(({ status }) => status === 429).length;
  const times = calls.map(({ at }) => at);
  const span = (times.at(-1) ?? 0) - (times[0] ?? 0);
  const mailTimes = mail.mails().map(({ receivedAt }) => receivedAt.getTime());
  const mailSpan = Math.max(...mailTimes) - Math.min(...mailTimes);
  const rate = (calls.length - 1) / (span / 1000);
  const burst = calls.filter(({ chatId }) => chatId === busyChat).slice(0, BURST);
  const burstSpan = (burst.at(-1)?.at ?? 0) - (burst[0]?.at ?? 0);
  const meanwhile = calls.filter(
    ({ at }) => at >= (burst[0]?.at ?? 0) && at <= (burst.at(-1)?.at ?? 0),
  ).length;
  report.figure("Telegram took", seconds(span));
  report.must("Telegram messages a second", rate.toFixed(2), rate >= 28 && rate <= 30, "28 to 30");
  report.must(
    "most in any second, as they arrived",
    busiest(times, 1000),
    busiest(times, 1000) <= 30,
    "at most 30",
  );
  report.must(
    "shortest time between two in one chat",
    `${closest(calls)} ms`,
    closest(calls) >= 1000,
    "at least 1 s",
  );
  report.must("429 from the Bot API", refused, refused === 0, "0");
  const pace = burstSpan / 1000 / (BURST - 1);
  report.must(`${BURST} to one chat at once took`, seconds(burstSpan), pace < 1.15, "about 1 s each");
  const rateMeanwhile = meanwhile / (burstSpan / 1000);
  report.must("a second meanwhile", rateMeanwhile.toFixed(2), rateMeanwhile >= 28, "28 to 30");
  report.figure("mails took, beside them", seconds(mailSpan));
  report.must("mails ended before Telegram", mailSpan < span ? "yes" : "no", mailSpan < span, "yes");
  report.must("sent", counts.sent, counts.sent === total, String(total));
  report.must("lost", lost, lost === 0, "0");
  report.must("sent twice", doubled, doubled === 0, "0");
  report.end();
});

/** Most calls within any window of `ms`. */
function busiest(times: readonly number[], ms: number): number {
  let most = 0;
  for (let first = 0, last = 0; last < times.length; last += 1) {
    while ((times[last] ?? 0) - (times[first] ?? 0) >= ms) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}

/** The shortest time between two calls for one chat, in milliseconds. */
function closest(calls: readonly BotApiCall[]): number {
  const before = new Map<number, number>();
  let shortest = Number.POSITIVE_INFINITY;
  for (const { at, chatId = 0 } of calls) {
    shortest = Math.min(shortest, at - (before.get(chatId) ?? Number.NEGATIVE_INFINITY));
    before.set(chatId, at);
  }
  return shortest;
}
