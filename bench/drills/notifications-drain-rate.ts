// Many notifications drain at the Bot API's pace, with several workers and e-mails beside them.
// pnpm bench drills/notifications-drain-rate [telegram=10000] [mails=3000] [workers=2]

import { seconds, Verdict } from "../lab/figures";
import { lostAndDoubled, makeCrowd, untilDrained, writeNotifications } from "./harness/outbox";
import { onStage } from "./harness/stage";

const telegramCount = Number(process.argv[2] ?? 10_000);
const mailCount = Number(process.argv[3] ?? 3000);
const workers = Number(process.argv[4] ?? 2);
const CHATS = 1000;
/** One chat gets many at once, before all others. */
const BURST = 60;
/** Seconds that 10,000 messages may take, and the share of calls that may be answered with 429. */
const SECONDS_PER_10_000 = 420;
const REFUSED_SHARE = 0.01;

await onStage({}, async (stage) => {
  const { telegram, mail, db } = stage;
  const report = new Verdict(`${telegramCount} by Telegram and ${mailCount} mails, ${workers} workers`);
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

  const calls = telegram.calls("sendMessage");
  const times = calls.filter(({ status }) => status === 200).map(({ at }) => at);
  const span = (times.at(-1) ?? 0) - (times[0] ?? 0);
  const mailTimes = mail.mails().map(({ receivedAt }) => receivedAt.getTime());
  const mailSpan = Math.max(...mailTimes) - Math.min(...mailTimes);
  const allowedMs = (telegramCount / 10_000) * SECONDS_PER_10_000 * 1000;
  report.must("Telegram took", seconds(span), span <= allowedMs, `at most ${seconds(allowedMs)}`);
  report.figure("Telegram messages a second", ((times.length - 1) / (span / 1000)).toFixed(2));
  const refused = calls.filter(({ status }) => status === 429).length;
  const allowed = Math.floor(calls.length * REFUSED_SHARE);
  report.must("429 from the Bot API", refused, refused <= allowed, `at most ${allowed}`);
  const burst = calls.filter(({ chatId, status }) => chatId === busyChat && status === 200).slice(0, BURST);
  report.figure(`${BURST} to one chat at once took`, seconds((burst.at(-1)?.at ?? 0) - (burst[0]?.at ?? 0)));
  report.figure("mails took, beside them", seconds(mailSpan));
  report.must("mails ended before Telegram", mailSpan < span ? "yes" : "no", mailSpan < span, "yes");
  report.must("sent", counts.sent, counts.sent === total, String(total));
  report.must("lost", lost, lost === 0, "0");
  report.must("sent twice", doubled, doubled === 0, "0");
  report.end();
});
