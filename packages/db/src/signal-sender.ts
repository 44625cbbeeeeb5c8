import type { Client } from "pg";

/** Signals are sent at most this long after their commit. */
const SEND_EVERY_MS = 15;
/** The sending process may end at any time; another one takes over within this time. */
const STAND_BY_MS = 500;

const TAKE_DUTY = "SELECT pg_try_advisory_lock(hashtextextended('korki.signals', 0)) AS taken";

const SEND = {
  name: "send waiting signals",
  text: `WITH taken AS (DELETE FROM waiting_signals RETURNING seq, channel, payload)
         SELECT count(pg_notify(channel, payload)) FROM (SELECT channel, payload FROM taken ORDER BY seq) AS signals`,
};

/**
 * Sends the signals that transactions left in `waiting_signals`, in turns with the other processes: one is on duty as
 * long as its connection lasts, the others stand by. Ends with the connection.
 */
export function sendSignals(client: Client): { stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let isOnDuty = false;
  let isStopped = false;

  const turn = async () => {
    const began = performance.now();
    try {
      if (isOnDuty) await client.query(SEND);
      else isOnDuty = (await client.query<{ taken: boolean }>(TAKE_DUTY)).rows[0]?.taken ?? false;
    } catch {
      // The connection's owner notices that it is lost. A failed statement is tried again.
    }
    if (isStopped) return;
    const pause = isOnDuty ? SEND_EVERY_MS : STAND_BY_MS;
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
