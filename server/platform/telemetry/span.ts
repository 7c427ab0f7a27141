import { singleton } from "@/server/platform/singleton";

type SpanAttributes = Record<string, string | number>;

interface SpanOf {
  name: string;
  kind: "internal" | "client" | "consumer";
  attributes: SpanAttributes;
}

/** Adds attributes that become known during the work. */
type Note = (attributes: SpanAttributes) => void;
export type Tracing = <T>(span: SpanOf, work: (note: Note) => Promise<T>) => Promise<T>;

/** Empty when tracing is off: its packages are then never loaded. */
const kept = singleton("tracing", (): { tracing?: Tracing } => ({}));

/** Runs `work` in a span when tracing is on, otherwise just runs it. */
export function inSpan<T>(span: SpanOf, work: (note: Note) => Promise<T>): Promise<T> {
  return kept.tracing ? kept.tracing(span, work) : work(() => undefined);
}

export function traceWith(tracing: Tracing | undefined): void {
  if (tracing) kept.tracing = tracing;
  else delete kept.tracing;
}
