/** What is told of a span. */
export type SpanAttributes = Record<string, string | number>;

export interface SpanOf {
  name: string;
  kind: "internal" | "client" | "consumer";
  attributes: SpanAttributes;
}

/** Adds to a span what is known later. */
export type Note = (attributes: SpanAttributes) => void;
export type Tracing = <T>(span: SpanOf, work: (note: Note) => Promise<T>) => Promise<T>;

// As server/db.ts: several copies of this module, one tracer. Without one nothing of it is even loaded.
const kept = globalThis as typeof globalThis & { depositMatcherTracing?: Tracing };

/** Runs `work` in a span, where traces are sent; else just runs it. */
export function inSpan<T>(span: SpanOf, work: (note: Note) => Promise<T>): Promise<T> {
  return kept.depositMatcherTracing
    ? kept.depositMatcherTracing(span, work)
    : work(() => undefined);
}

export function traceWith(tracing: Tracing | undefined): void {
  if (tracing) kept.depositMatcherTracing = tracing;
  else delete kept.depositMatcherTracing;
}
