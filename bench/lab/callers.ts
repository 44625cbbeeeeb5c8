import autocannon from "autocannon";
import { percentile } from "./figures";

/** An HTTP request. */
export type WireRequest = { method: "GET" | "POST" | "PUT"; path: string; token?: string; body?: object };

/** The result of some seconds of calls. */
export type Sample = { calls: number; ms: number; latencies: number[]; failures: Map<string, number> };

export const CALLERS = 20;

/**
 * Sends requests as fast as responses come.
 *
 * @param requestOf returns the n-th request; `n` counts over all callers
 * @param connections how many requests are sent at a time
 */
export async function callFor(
  seconds: number,
  origin: string,
  requestOf: (n: number) => WireRequest,
  connections = CALLERS,
): Promise<Sample> {
  const sample: Sample = { calls: 0, ms: 0, latencies: [], failures: new Map() };
  let n = 0;
  const from = performance.now();
  await new Promise<void>((resolve, reject) => {
    const instance = autocannon(
      {
        url: origin,
        connections,
        duration: seconds,
        requests: [
          {
            setupRequest: (request) => {
              const { method, path, token, body } = requestOf(n);
              n += 1;
              return {
                ...request,
                method,
                path,
                headers: {
                  ...(token ? { authorization: `Bearer ${token}` } : {}),
                  ...(body ? { "content-type": "application/json" } : {}),
                },
                ...(body ? { body: JSON.stringify(body) } : {}),
              };
            },
          },
        ],
      },
      (error) => (error ? reject(error) : resolve()),
    );
    instance.on("response", (_client, status, _bytes, latency) => {
      sample.calls += 1;
      sample.latencies.push(latency);
      if (status >= 300) sample.failures.set(String(status), (sample.failures.get(String(status)) ?? 0) + 1);
    });
    instance.on("reqError", (error: Error) => {
      sample.failures.set(error.message, (sample.failures.get(error.message) ?? 0) + 1);
    });
  });
  sample.ms = performance.now() - from;
  return sample;
}

/** Merges several samples. */
export function together(samples: readonly Sample[]): Sample {
  const failures = new Map<string, number>();
  for (const [what, count] of samples.flatMap((sample) => [...sample.failures])) {
    failures.set(what, (failures.get(what) ?? 0) + count);
  }
  return {
    calls: samples.reduce((sum, { calls }) => sum + calls, 0),
    ms: samples.reduce((sum, { ms }) => sum + ms, 0),
    latencies: samples.flatMap(({ latencies }) => latencies).sort((a, b) => a - b),
    failures,
  };
}

/** Formats `p50 / p95 / p99` in ms of sorted latencies. */
export function percentiles({ latencies }: Sample): string {
  return [0.5, 0.95, 0.99].map((share) => percentile(latencies, share).toFixed(0)).join(" / ");
}
