/** One event as sent: a name, and data that is serialized to JSON. */
export interface StreamedEvent {
  name: string;
  data: unknown;
}

export class EventStream {
  constructor(
    /**
     * Streams events until the signal fires or `mayGoOn`, which is checked regularly, returns false. A
     * null is a heartbeat.
     */
    readonly follow: (
      until: AbortSignal,
      mayGoOn: () => Promise<boolean>,
    ) => AsyncIterable<StreamedEvent | null>,
  ) {}
}
