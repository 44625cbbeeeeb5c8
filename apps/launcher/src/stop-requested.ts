const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** npm forwards a Ctrl-C that the terminal has already sent here: a second one within this time is the same. */
const SAME_MS = 1000;

/**
 * Returns a signal that aborts when this process is asked to stop: by Ctrl-C, by a signal, or by the end of its parent
 * if npm started it or STOP_WITH_PARENT is set. A second Ctrl-C exits at once.
 */
export function stopRequested(): AbortSignal {
  const controller = new AbortController();
  let askedAt: number | undefined;
  const stop = () => {
    if (askedAt !== undefined && performance.now() - askedAt > SAME_MS) process.exit(130);
    askedAt ??= performance.now();
    controller.abort();
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  if (process.env.npm_lifecycle_event || process.env.STOP_WITH_PARENT) watchParent(() => controller.abort());
  return controller.signal;
}

/** Detects the end of the parent: a killed npm cannot forward a signal, but its child gets another parent. */
function watchParent(lost: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    lost();
  }, 500);
  timer.unref();
}
