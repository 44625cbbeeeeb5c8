/**
 * Returns the variables by which libfaketime moves this program's clock, for programs that get an environment of their
 * own. Without libfaketime it is empty. Redis keeps its own clock: its allocator does not start under libfaketime, and
 * what it holds has durations alone.
 */
export function fakedClock(): NodeJS.ProcessEnv {
  const { LD_PRELOAD, FAKETIME, FAKETIME_DONT_FAKE_MONOTONIC } = process.env;
  return FAKETIME ? { LD_PRELOAD, FAKETIME, FAKETIME_DONT_FAKE_MONOTONIC } : {};
}
