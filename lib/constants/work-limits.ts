interface WorkLimit {
  /** Requests that may begin within a minute. */
  perMinute: number;
  /** Requests that may be under way. */
  atOnce: number;
}

/**
 * Of each company, by kind of expensive work. More than a person can ask for; the reasons are in docs/throttling.md, and
 * server/http/work-limits.ts enforces them.
 */
export const WORK_LIMITS = {
  match: { perMinute: 240, atOnce: 20 },
  undo: { perMinute: 120, atOnce: 20 },
  post: { perMinute: 120, atOnce: 10 },
  bulk: { perMinute: 60, atOnce: 5 },
  preview: { perMinute: 120, atOnce: 4 },
  export: { perMinute: 30, atOnce: 3 },
  sync: { perMinute: 60, atOnce: 10 },
  ledger: { perMinute: 120, atOnce: 12 },
} as const satisfies Record<string, WorkLimit>;

/** Expensive work, which a company may only do so much of. */
export type WorkKind = keyof typeof WORK_LIMITS;

/** Of each limit, API tokens have half: whatever a program asks for, the company's people can go on. */
const OF_TOKENS = 1 / 2;

/** A company's limit, or what its API tokens share of it. */
export function limitOf(kind: WorkKind, isToken: boolean): WorkLimit {
  const { perMinute, atOnce } = WORK_LIMITS[kind];
  if (!isToken) return { perMinute, atOnce };
  return { perMinute: perMinute * OF_TOKENS, atOnce: Math.floor(atOnce * OF_TOKENS) };
}
