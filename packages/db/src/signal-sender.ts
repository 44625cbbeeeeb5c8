import type { Client } from "pg";

/** While a process is on duty, signals are sent at most this long after their commit. */
const SEND_EVERY_MS = 15;
/** How often a process without duty looks whether it is needed, and what one that was on duty has left. */
const LOOK_MS = 500;
/** So many signals between two looks are a rush: their transactions begin to wait for each other. */
const RUSH = 10;
/** Duty ends after so long without a signal. A transaction from before then is still looked for as often, as long again. */
const QUIET_MS = 1000;

const TAKE_DUTY = "SELECT pg_try_advisory_lock(hashtextextended('korki.signals', 0)) AS taken";
const END_DUTY = "SELECT pg_advisory_unlock(hashtextextended('korki.signals', 0))";

const SEND = {
  name: "send waiting signals",
  text: `WITH taken AS (DELETE FROM waiting_signals RETURNING seq, channel, payload)
         SELECT count(pg_notify(channel, payload))::int AS sent
         FROM (SELECT channel, payload FROM taken ORDER BY seq) AS signals`,
};

/**
 * Transactions send their signals by themselves until there are many. Then one of the processes goes on duty: they leave
 * signals in `waiting_signals`, and it sends them after commit, as long as there are any and its connection lasts. Ends
 * with the connection.
 */
export function sendSignals(client: Client): { stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let isOnDuty = false;
  let isStopped = false;
  let heard = 0;
  let sentAt = Number.NEGATIVE_INFINITY;

  client.on("notification", () => {
    heard += 1;
  });

  const turn = async () => {
    const began = performance.now();
    const isRush = heard >= RUSH;
    heard = 0;
    try {
      if (!isOnDuty && isRush) {
        isOnDuty = (await client.query<{ taken: boolean }>(TAKE_DUTY)).rows[0]?.taken ?? false;
        if (isOnDuty) sentAt = began;
      }
      const { rows } = await client.query<{ sent: number }>(SEND);
      if (isOnDuty && rows[0]?.sent) sentAt = began;
      if (isOnDuty && began - sentAt > QUIET_MS) {
        await client.query(END_DUTY);
        isOnDuty = false;
      }
    } catch {
      // The connection's owner notices that it is lost. A failed statement is tried again.
    }
    if (isStopped) return;
    const pause = began - sentAt < 2 * QUIET_MS ? SEND_EVERY_MS : LOOK_MS;
    timer = setTimeout(() => void turn(), Math.max(0, pause - (performance.now() - began)));
  };

  void turn();
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
