import type { OpenSpan, SpanSink, TraceFacts } from "./span";

const NOTHING: OpenSpan = { run: (work) => work(), end: () => undefined };

let sink: SpanSink | null = null;

/**
 * Sends traces to an OTLP collector from now on. The libraries for it are loaded here: without an endpoint a process
 * loads nothing, and tracing costs a comparison.
 */
export async function startTracing(
  service: string,
  endpoint: string | null,
): Promise<{ stop(): Promise<void> }> {
  if (endpoint === null) return { stop: async () => undefined };
  const { openSpans } = await import("./open-spans");
  const opened = openSpans(service, endpoint);
  sink = opened;
  return {
    async stop() {
      sink = null;
      await opened.close();
    },
  };
}

/** Whether traces are sent. */
export function isTracing(): boolean {
  return sink !== null;
}

/** Begins a piece of work within what runs now, or of the request with this id, whichever process it runs in. */
export function beginSpan(name: string, facts: TraceFacts = {}, requestId?: string): OpenSpan {
  return sink?.begin(name, facts, requestId) ?? NOTHING;
}

/** Runs work as a span. A rejection ends it as failed. */
export async function traced<T>(
  name: string,
  work: () => Promise<T>,
  facts?: TraceFacts,
  requestId?: string,
): Promise<T> {
  if (sink === null) return work();
  const span = sink.begin(name, facts ?? {}, requestId);
  try {
    const result = await span.run(work);
    span.end();
    return result;
  } catch (error) {
    span.end({}, error);
    throw error;
  }
}
