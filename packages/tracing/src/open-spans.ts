import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";
import { type Context, ROOT_CONTEXT, SpanStatusCode, TraceFlags, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import type { SpanSink } from "./span";

/** Opens a sink that sends spans to the collector at `<endpoint>/v1/traces`. */
export function openSpans(service: string, endpoint: string): SpanSink {
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ "service.name": `korki-${service}`, "process.pid": process.pid }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }))],
  });
  const tracer = provider.getTracer("korki");
  const contexts = new AsyncLocalStorage<Context>();
  return {
    begin(name, attributes, requestId) {
      const parent = requestId === undefined ? (contexts.getStore() ?? ROOT_CONTEXT) : contextOf(requestId);
      const span = tracer.startSpan(name, { attributes }, parent);
      const own = trace.setSpan(parent, span);
      return {
        run: (work) => contexts.run(own, work),
        end(facts = {}, error) {
          span.setAttributes(facts);
          // The error's class alone: its message may name people.
          if (error !== undefined)
            span.setStatus({
              code: SpanStatusCode.ERROR,
              message: error instanceof Error ? error.name : "error",
            });
          span.end();
        },
      };
    },
    close: () => provider.shutdown(),
  };
}

/**
 * Returns the context of a request. Its trace follows from its id, which the outbox carries to the worker: both processes
 * write to one trace, and nothing else has to be handed over.
 */
function contextOf(requestId: string): Context {
  const digest = createHash("sha256").update(requestId).digest("hex");
  const plain = requestId.replaceAll("-", "").toLowerCase();
  const traceId = /^[\da-f]{32}$/.test(plain) && !/^0+$/.test(plain) ? plain : digest.slice(0, 32);
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId: digest.slice(32, 48),
    traceFlags: TraceFlags.SAMPLED,
    isRemote: true,
  });
}
