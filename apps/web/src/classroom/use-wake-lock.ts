import { useEffect } from "react";

/** Keeps a phone's screen lit: a dark one takes the camera away. */
export function useWakeLock(): void {
  useEffect(() => {
    if (!("wakeLock" in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let isOver = false;
    // The browser gives it back whenever the page is hidden.
    const hold = async () => {
      if (document.visibilityState !== "visible") return;
      const held = await navigator.wakeLock.request("screen").catch(() => null);
      if (isOver) void held?.release();
      else lock = held;
    };
    void hold();
    document.addEventListener("visibilitychange", hold);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", hold);
      void lock?.release();
    };
  }, []);
}
