/** An example call of an endpoint; a test parses both parts with its contract. */
export interface Example {
  body?: unknown;
  /** Absent when the response is a file. */
  response?: unknown;
}

/** By the names of the contracts. */
export type Examples = Readonly<Record<string, Example>>;
