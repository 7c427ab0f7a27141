import type { Emulated } from "./emulated";
import { deliverFaulty, type ErrorShape, type FaultPlan } from "./faults";
import type { Call } from "./http/call";
import type { Reply } from "./http/reply";
import type { Handler } from "./http/server";
import type { RequestLog } from "./request-log";

export interface Provider {
  name: Emulated;
  answer: (call: Call) => Reply;
  errorShape: ErrorShape;
  /** The operation, where the path does not show it. Faults match on it and the log contains it. */
  operation?: (call: Call) => string;
  /** Ends the access granted to the product. */
  revoke?: () => void;
  /** The call has been answered, or its connection has ended. */
  finished?: (call: Call) => void;
}

interface Surroundings {
  faults: FaultPlan;
  log: RequestLog;
  save: () => void;
  /** How far the providers' clocks are ahead. */
  clockOffsetMs: () => number;
}

/** Adds the log, the injected faults and the saving of changes to a provider. */
export function surrounded(
  provider: Provider,
  { faults, log, save, clockOffsetMs }: Surroundings,
): Handler {
  return (call) => {
    const started = performance.now();
    const work = (asked = call): Reply => {
      const reply = provider.answer(asked);
      if (call.method !== "GET") save();
      return reply;
    };
    const operation = provider.operation?.(call);
    const fault = faults.take(provider.name, call, operation);
    const delivery = fault
      ? deliverFaulty(fault, {
          call,
          work,
          errorReply: (status, code) => provider.errorShape(call, status, code),
          revoke: provider.revoke,
          untilCleared: () => faults.untilCleared(),
        })
      : { reply: work() };
    delivery.finished = () => provider.finished?.(call);
    const offset = clockOffsetMs();
    if (offset) delivery.reply.headers.date = new Date(Date.now() + offset).toUTCString();
    log.add(
      {
        at: new Date().toISOString(),
        provider: provider.name,
        status: delivery.reply.status,
        ms: Math.round(performance.now() - started),
        ...(fault ? { fault: fault.kind } : {}),
        ...(operation ? { operation } : {}),
      },
      call,
    );
    return delivery;
  };
}
