import type { Call } from "../http/call";
import type { Reply } from "../http/reply";
import { refusalFor, refusalReply } from "./errors";
import type { PayPalState } from "./state";

const MINUTE_MS = 60_000;
/** PayPal publishes none; integrators have seen this. */
const USUAL_PER_MINUTE = 50;

/** PayPal's limits: the call beyond them, and all in the minutes after it, are answered 429 without Retry-After. */
export class PayPalLimits {
  readonly #tokens = { calls: [] as number[], blockedUntil: 0 };
  readonly #reports = { calls: [] as number[], blockedUntil: 0 };

  /** @param enforced whether reports have the usual limit where the account's settings name none */
  constructor(private readonly enforced: boolean) {}

  /** The refusal of a call, or undefined. A refused call is not counted. */
  refuse(call: Call, { settings }: PayPalState, now = performance.now()): Reply | undefined {
    const forToken = call.path.endsWith("/oauth2/token");
    const usual = this.enforced && !forToken ? USUAL_PER_MINUTE : null;
    const most = (forToken ? settings.tokensPerMinute : settings.callsPerMinute) ?? usual;
    const kind = forToken ? this.#tokens : this.#reports;
    if (most === null) {
      kind.blockedUntil = 0;
      return undefined;
    }
    kind.calls = kind.calls.filter((at) => at > now - MINUTE_MS);
    if (now >= kind.blockedUntil && kind.calls.length >= most) {
      kind.calls = [];
      kind.blockedUntil = now + settings.cooldownSeconds * 1000;
    }
    if (now < kind.blockedUntil) return refusalReply(refusalFor(429));
    kind.calls.push(now);
    return undefined;
  }
}
