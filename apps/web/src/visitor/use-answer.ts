import { useEffect, useEffectEvent, useState } from "react";
import { onConnectionBack } from "../server/connection";

/** What a page asks when it opens: nothing while it is under way, then the answer or the failure. */
type Answer<Data> = { readonly data?: Data; readonly error?: unknown };

/**
 * Asks the server as a page opens, again for another `key`, at `askAgain`, and after a failure when the connection is back.
 */
export function useAnswer<Data>(
  ask: () => Promise<Data>,
  key: string,
): Answer<Data> & { askAgain: () => void } {
  const [answer, setAnswer] = useState<Answer<Data>>({});
  const [times, setTimes] = useState(0);
  const send = useEffectEvent(ask);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key, or asking again, repeats the call
  useEffect(() => {
    let isCurrent = true;
    setAnswer({});
    send().then(
      (data) => isCurrent && setAnswer({ data }),
      (error: unknown) => isCurrent && setAnswer({ error }),
    );
    return () => {
      isCurrent = false;
    };
  }, [key, times]);
  const askAgain = () => setTimes((before) => before + 1);
  const hasFailed = "error" in answer;
  useEffect(() => {
    if (!hasFailed) return;
    const forget = onConnectionBack(() => setTimes((before) => before + 1));
    return () => void forget();
  }, [hasFailed]);
  return { ...answer, askAgain };
}
