import { z } from "zod";
import type { Call } from "./http/call";
import { json, type Reply } from "./http/reply";
import type { Delivery } from "./http/server";

export type ProviderName = "stripe" | "quickbooks" | "authorizenet";

/**
 * `status`: answers an error in the provider's own shape. `delay`: the true answer, later.
 * `cut`: the connection drops before anything happens; `cut_after`: the work is done and the answer
 * is lost. `truncated`: half of the true answer. `malformed`: 200 with a body that is no JSON.
 * `fault200`: QuickBooks' Fault under HTTP 200. `timeout`: no answer at all.
 */
export const faultInput = z.strictObject({
  provider: z.enum(["stripe", "quickbooks", "authorizenet"]),
  match: z
    .strictObject({
      method: z.string().optional(),
      path: z.string().refine(isReadable, "not a regular expression").optional(),
    })
    .optional(),
  kind: z.enum([
    "status",
    "delay",
    "cut",
    "cut_after",
    "truncated",
    "malformed",
    "fault200",
    "timeout",
  ]),
  status: z.int().min(400).max(599).optional(),
  delayMs: z.int().min(0).max(600_000).optional(),
  retryAfter: z.int().min(0).optional(),
  code: z.string().optional(),
  times: z.int().min(1).default(1),
});

export type Fault = z.output<typeof faultInput>;

/** How a provider words an error to that call; `code` overrides the default for the status. */
export type ErrorShape = (call: Call, status: number, code: string | undefined) => Reply;

/** The faults waiting to happen, oldest first; each is spent after `times` calls. */
export class FaultPlan {
  #waiting: Fault[] = [];

  add(fault: Fault): void {
    this.#waiting.push({ ...fault });
  }

  clear(): void {
    this.#waiting = [];
  }

  list(): Fault[] {
    return this.#waiting.map((fault) => ({ ...fault }));
  }

  /** The fault that this call meets, counted down; undefined when there is none. */
  take(provider: ProviderName, call: Call, operation = ""): Fault | undefined {
    const fault = this.#waiting.find(
      (each) => each.provider === provider && matches(each, call, operation),
    );
    if (!fault) return undefined;
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

// Between slashes and with a sign that no plain path has: a regular expression.
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

/** Runs the call under a fault. `work` is done only by the kinds that let the provider act. */
export function deliverFaulty(
  fault: Fault,
  work: () => Reply,
  errorReply: (status: number, code: string | undefined) => Reply,
): Delivery {
  switch (fault.kind) {
    case "cut":
      return { reply: json(200, {}), cutAt: 0 };
    case "timeout":
      return { reply: json(200, {}), hang: true };
    case "malformed":
      return { reply: { ...json(200, {}), body: '<html>Bad gateway</html>{"' } };
    case "fault200":
      return { reply: { ...errorReply(400, fault.code), status: 200 } };
    case "status": {
      const reply = errorReply(fault.status ?? 500, fault.code);
      if (fault.retryAfter !== undefined) reply.headers["retry-after"] = String(fault.retryAfter);
      return { reply, ...(fault.delayMs ? { delayMs: fault.delayMs } : {}) };
    }
    case "delay":
      return { reply: work(), delayMs: fault.delayMs ?? 1000 };
    case "cut_after":
      return { reply: work(), cutAt: 0 };
    case "truncated":
      return { reply: work(), cutAt: 0.5 };
  }
}
