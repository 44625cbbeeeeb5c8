import { useEffect, useState } from "react";
import { now as productNow } from "../clock";

const TICK_MS = 30_000;

/** Returns the current time, updated every half minute: what is allowed changes while a screen stays open. */
export function useNow(): Date {
  const [now, setNow] = useState(productNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(productNow()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
