/** What a call of an endpoint looks like; a test parses both parts with its contract. */
export interface Example {
  body?: unknown;
  /** Left out where the answer is a file. */
  response?: unknown;
}

/** By the names of the contracts. */
export type Examples = Readonly<Record<string, Example>>;
