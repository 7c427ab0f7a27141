/** One event as sent: a name, and data that is serialized to JSON. */
export interface StreamedEvent {
  name: string;
  data: unknown;
}

/** Whether a stream may go on, and what a page follows has changed meanwhile. */
export interface StreamLook {
  mayGoOn: boolean;
  /** Equal to that of an earlier look while nothing has changed in between. Null when that can't be known. */
  activity: string | null;
}

export class EventStream {
  constructor(
    /** Streams events until the signal fires or `look`, which is called regularly, says so. A null is a heartbeat. */
    readonly follow: (
      until: AbortSignal,
      look: () => Promise<StreamLook>,
    ) => AsyncIterable<StreamedEvent | null>,
  ) {}
}
