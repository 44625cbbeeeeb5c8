const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** npm hands a Ctrl-C on that the terminal has sent here already: so soon after the first it is the same one. */
const SAME_MS = 1000;

/**
 * Aborts when this process is asked to stop: by Ctrl-C, by a signal, or, where npm started it (or somebody who set
 * STOP_WITH_PARENT), by its parent's end. A second Ctrl-C does not wait for an orderly end.
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

/** npm passes signals on, but one that is killed cannot; its child then belongs to another parent. */
function watchParent(lost: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    lost();
  }, 500);
  timer.unref();
}
