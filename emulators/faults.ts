import { z } from "zod";
import { EMULATED, type Emulated } from "./emulated";
import type { Call } from "./http/call";
import { json, type Reply } from "./http/reply";
import type { Delivery } from "./http/server";
import { doubledRows, firstHalf, overlapping, reversedRows } from "./list-faults";

/** emulators/README.md describes each kind. */
const KINDS = [
  "status",
  "delay",
  "hold",
  "cut",
  "cut_after",
  "truncated",
  "short",
  "malformed",
  "page",
  "wrong_type",
  "empty",
  "bom",
  "fault200",
  "timeout",
  "timeout_after",
  "half_timeout",
  "double_rows",
  "reverse_rows",
  "overlap",
  "revoked",
] as const;

export const faultInput = z.strictObject({
  provider: z.enum(EMULATED),
  match: z
    .strictObject({
      method: z.string().optional(),
      path: z.string().refine(isReadable, "not a regular expression").optional(),
    })
    .optional(),
  kind: z.enum(KINDS),
  status: z.int().min(400).max(599).optional(),
  delayMs: z.int().min(0).max(600_000).optional(),
  /** Seconds, or an HTTP date. */
  retryAfter: z.union([z.int().min(0), z.string()]).optional(),
  code: z.string().optional(),
  /** Number of matching calls that pass first. */
  skip: z.int().min(0).default(0),
  times: z.int().min(1).default(1),
});

export type Fault = z.output<typeof faultInput>;

/** How a provider words an error for that call; `code` overrides the default for the status. */
export type ErrorShape = (call: Call, status: number, code: string | undefined) => Reply;

/** Pending faults, oldest first. Each expires after `times` calls. */
export class FaultPlan {
  #waiting: Fault[] = [];
  /** One for each call under a `hold`. */
  readonly #releases: (() => void)[] = [];

  add(fault: Fault): void {
    this.#waiting.push({ ...fault });
  }

  /** Removes the pending faults and releases the calls under a `hold`. */
  clear(): void {
    this.#waiting = [];
    for (const release of this.#releases.splice(0)) release();
  }

  /** Resolves when the faults are next cleared. */
  untilCleared(): Promise<void> {
    return new Promise((resolve) => this.#releases.push(resolve));
  }

  list(): Fault[] {
    return this.#waiting.map((fault) => ({ ...fault }));
  }

  /** The fault for this call, with its count reduced; undefined when none matches. */
  take(provider: Emulated, call: Call, operation = ""): Fault | undefined {
    const fault = this.#waiting.find(
      (each) => each.provider === provider && matches(each, call, operation),
    );
    if (!fault) return undefined;
    if (fault.skip > 0) {
      fault.skip -= 1;
      return undefined;
    }
    fault.times -= 1;
    if (fault.times === 0) this.#waiting = this.#waiting.filter((each) => each !== fault);
    return fault;
  }
}

function matches(fault: Fault, call: Call, operation: string): boolean {
  const { method, path } = fault.match ?? {};
  if (method && method.toUpperCase() !== call.method) return false;
  if (!path) return true;
  const query = operation || call.query;
  const target = decodeURIComponent(`${call.path}?${query}`.replaceAll("+", " "));
  const pattern = patternOf(path);
  return pattern ? new RegExp(pattern).test(target) : target.includes(path);
}

// Between slashes and with a character that no plain path contains: a regular expression.
function patternOf(path: string): string | undefined {
  const inner = /^\/(.+)\/$/.exec(path)?.[1];
  return inner && /[\\^$*+?|()[\]]/.test(inner) ? inner : undefined;
}

function isReadable(path: string): boolean {
  try {
    new RegExp(patternOf(path) ?? "");
    return true;
  } catch {
    return false;
  }
}

/** What a fault may do with the call it applies to. */
export interface Struck {
  call: Call;
  /** Runs the provider, with this call or with another call in its place. */
  work: (call?: Call) => Reply;
  errorReply: (status: number, code: string | undefined) => Reply;
  /** Ends the granted access where the provider supports it; `work` then refuses. */
  revoke?: (() => void) | undefined;
  /** Resolves when the faults are next cleared. */
  untilCleared: () => Promise<void>;
}

type Outcome = (fault: Fault, struck: Struck) => Delivery;

const nothing = () => json(200, {});
const MAINTENANCE = "<!doctype html><title>Maintenance</title><h1>We'll be back soon</h1>";

const OUTCOMES: Record<Fault["kind"], Outcome> = {
  status: (fault, { errorReply }) => {
    const reply = errorReply(fault.status ?? 500, fault.code);
    if (fault.retryAfter !== undefined) reply.headers["retry-after"] = String(fault.retryAfter);
    return { reply, ...(fault.delayMs ? { delayMs: fault.delayMs } : {}) };
  },
  delay: (fault, { work }) => ({ reply: work(), delayMs: fault.delayMs ?? 1000 }),
  hold: (_, { work, untilCleared }) => ({ reply: work(), after: untilCleared() }),
  cut: () => ({ reply: nothing(), cutAt: 0 }),
  cut_after: (_, { work }) => ({ reply: work(), cutAt: 0 }),
  truncated: (_, { work }) => ({ reply: work(), cutAt: 0.5 }),
  short: (_, { work }) => bent(work(), (body) => body.slice(0, Math.floor(body.length / 2))),
  malformed: () => ({ reply: { ...json(200, {}), body: '<html>Bad gateway</html>{"' } }),
  page: () => ({ reply: { ...html(nothing()), body: MAINTENANCE } }),
  wrong_type: (_, { work }) => ({ reply: html(work()) }),
  empty: (_, { work }) => bent(work(), () => ""),
  bom: (_, { work }) => bent(work(), (body) => `\uFEFF${body}`),
  fault200: (fault, { errorReply }) => ({ reply: { ...errorReply(400, fault.code), status: 200 } }),
  timeout: () => ({ reply: nothing(), hang: true }),
  timeout_after: (_, { work }) => ({ reply: work(), hang: true }),
  half_timeout: (_, { work }) => ({ reply: work(), cutAt: 0.5, hang: true }),
  double_rows: (_, { work }) => ({ reply: doubledRows(work()) }),
  reverse_rows: (_, { work }) => ({ reply: reversedRows(work()) }),
  overlap: (_, { call, work }) => {
    const earlier = overlapping(call);
    return { reply: earlier ? work(earlier) : firstHalf(work()) };
  },
  revoked: (fault, { work, errorReply, revoke }) => {
    if (!revoke) return { reply: errorReply(fault.status ?? 401, fault.code) };
    revoke();
    return { reply: work() };
  },
};

function html(reply: Reply): Reply {
  return { ...reply, headers: { ...reply.headers, "content-type": "text/html" } };
}

function bent(reply: Reply, bend: (body: string) => string): Delivery {
  return { reply: { ...reply, body: bend(reply.body) } };
}

/** Runs the call under a fault. The provider acts only for kinds of fault that allow it. */
export function deliverFaulty(fault: Fault, struck: Struck): Delivery {
  return OUTCOMES[fault.kind](fault, struck);
}
