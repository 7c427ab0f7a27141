import {
  type AttributeValue,
  type Context,
  context,
  DiagLogLevel,
  diag,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  type ReadableSpan,
  type Span,
  type SpanProcessor,
} from "@opentelemetry/sdk-trace-node";
import { redactText } from "@/server/platform/log-redaction";
import { log, logFields } from "@/server/platform/logger";
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

/**
 * Cleans spans before they are sent: removes queries from addresses, which can hold codes and searches,
 * and redacts secrets. Next names spans by the requested path and keeps error messages.
 */
export class CleanSpans implements SpanProcessor {
  constructor(private readonly next: SpanProcessor) {}

  onStart(span: Span, parent: Context): void {
    const name = clean(span.name);
    if (name !== span.name) span.updateName(name);
    this.next.onStart(span, parent);
  }

  onEnd(span: ReadableSpan): void {
    cleanAll(span.attributes);
    for (const event of span.events) if (event.attributes) cleanAll(event.attributes);
    if (span.status.message !== undefined) span.status.message = clean(span.status.message);
    this.next.onEnd(span);
  }

  forceFlush(): Promise<void> {
    return this.next.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.next.shutdown();
  }
}

function cleanAll(attributes: Record<string, AttributeValue | undefined>): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "string") attributes[name] = clean(value);
  }
}

function clean(text: string): string {
  return redactText(text.replace(/(\/[^\s?#]*)[?#]\S*/g, "$1"));
}
