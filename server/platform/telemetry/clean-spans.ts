import type { AttributeValue, Context } from "@opentelemetry/api";
import type { ReadableSpan, Span, SpanProcessor } from "@opentelemetry/sdk-trace-node";
import { redactText } from "@/server/platform/log-redaction";

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
