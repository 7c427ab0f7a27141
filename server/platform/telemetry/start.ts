import { context, DiagLogLevel, diag, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import { log, logFields } from "@/server/platform/logger";
import { CleanSpans } from "./clean-spans";
import { type Tracing, traceWith } from "./span";

const KINDS = {
  internal: SpanKind.INTERNAL,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
} as const;

export interface Telemetry {
  /** Sends the spans that have ended. */
  flush(): Promise<void>;
  /** Sends the remaining spans and shuts down. */
  stop(): Promise<void>;
}

/**
 * Sends traces by OTLP over HTTP (JSON). The standard variables set address, sampling and name
 * (OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER, OTEL_SERVICE_NAME …). Next adds its own spans.
 * Callers' trace headers are ignored: they could disable their own traces.
 */
export function startTelemetry(service: string): Telemetry {
  diag.setLogger(diagnostics, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  const named = resourceFromAttributes({ "service.name": service });
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(named)
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new CleanSpans(new BatchSpanProcessor(new OTLPTraceExporter()))],
  });
  provider.register({ propagator: null });
  traceWith(tracingBy(provider));
  return {
    flush: () => provider.forceFlush(),
    async stop() {
      traceWith(undefined);
      await provider.shutdown();
      trace.disable();
      context.disable();
      diag.disable();
    },
  };
}

function tracingBy(provider: NodeTracerProvider): Tracing {
  const tracer = provider.getTracer("deposit-matcher");
  return (span, work) => {
    const attributes = { ...idsNow(), ...span.attributes };
    const options = { kind: KINDS[span.kind], attributes };
    return tracer.startActiveSpan(span.name, options, async (active) => {
      try {
        return await work((more) => active.setAttributes(more));
      } catch (error) {
        // Without the message, which may hold anything; the log has it, redacted.
        active.setStatus({ code: SpanStatusCode.ERROR });
        active.setAttribute("error.type", error instanceof Error ? error.name : "unknown");
        throw error;
      } finally {
        active.end();
      }
    });
  };
}

/** The ids of the current request or job, as in the log lines. */
function idsNow(): Record<string, string> {
  const { requestId, job, jobId } = logFields();
  return {
    ...(requestId && { "request.id": requestId }),
    ...(job && { "job.name": job }),
    ...(jobId && { "job.id": jobId }),
  };
}

const ignored = () => undefined;
const warn = (message: string) => log().warn({ reason: message }, "traces");
const diagnostics = { error: warn, warn, info: ignored, debug: ignored, verbose: ignored };
