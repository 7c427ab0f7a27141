/** One event as it goes over the wire: a name, and data that becomes JSON. */
export interface StreamedEvent {
  name: string;
  data: unknown;
}

/** Events that are sent while they happen, as text/event-stream. */
export class EventStream {
  constructor(
    /**
     * Begins to follow what happens, until the signal fires or `mayGoOn` says no; it is asked again and
     * again. A null among the events is a sign of life.
     */
    readonly follow: (
      until: AbortSignal,
      mayGoOn: () => Promise<boolean>,
    ) => AsyncIterable<StreamedEvent | null>,
  ) {}
}
