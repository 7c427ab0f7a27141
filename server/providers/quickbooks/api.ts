import QuickBooks from "node-quickbooks";
import "@/server/providers/refuse-redirects";
import type { CredentialStore, Reader } from "@/server/providers/credential-store";
import { ProviderError, type ProviderFailure } from "@/server/providers/errors";
import { observeCall } from "@/server/providers/observe-call";
import type { QuickBooksConfig } from "@/server/providers/quickbooks/config";
import {
  type QuickBooksCredentials,
  readCredentials,
} from "@/server/providers/quickbooks/credentials";
import { toProviderError } from "@/server/providers/quickbooks/faults";
import { type ReadMeter, readsStopped } from "@/server/providers/quickbooks/monthly-reads";
import { INTUIT_LIMITS, RateLimiter } from "@/server/providers/quickbooks/rate-limit";
import type { TokenService } from "@/server/providers/quickbooks/tokens";
import { type RetryPolicy, withRetry } from "@/server/providers/retry";

export type Store = CredentialStore<unknown>;
type SdkCallback = (error: unknown, data?: unknown) => void;
/** One call of node-quickbooks, which only supports callbacks. */
type SdkCall = (sdk: QuickBooks, done: SdkCallback) => void;

interface Call {
  what: string;
  call: SdkCall;
  patienceMs: number;
  /** Reads count towards the app's monthly allowance. */
  isRead: boolean;
  /** So far, for its slot. */
  waitedMs: number;
}

/** Calls on behalf of a connected company; every failure becomes a ProviderError. */
export interface QuickBooksApi {
  credentials(store: Store): Promise<QuickBooksCredentials>;
  /** Exchanges the refresh token for a new one, which restarts its lifetime. */
  keepAlive(store: Store): Promise<void>;
  /** Retried after a transient failure. */
  read(store: Store, what: string, call: SdkCall): Promise<unknown>;
  /** Retried only after a 429, which wrote nothing: a lost reply may have been a success. */
  write(store: Store, what: string, call: SdkCall): Promise<unknown>;
}

const RETRY: RetryPolicy = { attempts: 4, baseMs: 1000, withinMs: 60_000 };
const TIMEOUT_MS = 60_000;
/** Renews a token before it expires, so that no call fails on its expiry. */
const RENEW_BEFORE_MS = 5 * 60_000;
const THROTTLED_PAUSE_MS = 60_000;
/**
 * How long a call may wait for its slot: a read outlasts a pause, a write fails early and its job retries
 * it.
 */
const PATIENCE_MS = { read: 75_000, write: 20_000 };

export function createQuickBooksApi(
  config: QuickBooksConfig,
  tokenService: TokenService,
): QuickBooksApi {
  const policy = { ...RETRY, ...config.retry };
  const limiter = config.limiter ?? new RateLimiter(config.limits ?? INTUIT_LIMITS);

  const renew = async (store: Store, stale: unknown): Promise<unknown> =>
    store.renew(stale, async (latest) => {
      const credentials = readCredentials(latest);
      return { ...credentials, ...(await tokenService.refresh(credentials.refreshToken)) };
    });

  const usable = async (store: Store): Promise<unknown> => {
    const stored = await store.current();
    const { accessExpiresAt } = readCredentials(stored);
    return accessExpiresAt - Date.now() > RENEW_BEFORE_MS ? stored : renew(store, stored);
  };

  const { readMeter, clientId: app = "" } = config;

  const send = async (store: Store, stored: unknown, sent: Call): Promise<unknown> => {
    const { what, call, patienceMs, isRead } = sent;
    const { realmId, accessToken } = readCredentials(stored);
    const meter = isRead ? readMeter : undefined;
    const wanted = { app, realmId, ...readerOf(store, meter) };
    const taken = await meter?.take(wanted);
    if (taken?.stopped) throw readsStopped(taken.stopped, wanted);
    const asked = performance.now();
    await limiter.turn(realmId, patienceMs);
    sent.waitedMs += performance.now() - asked;
    const sdk = createSdk(config, realmId, accessToken);
    let answer: unknown;
    try {
      const timeoutMs = config.timeoutMs ?? TIMEOUT_MS;
      answer = await observeCall("quickbooks", what, () =>
        settle(what, timeoutMs, [accessToken], (done) => call(sdk, done)),
      );
    } catch (error) {
      // Other calls for this company would be refused too, so all of them pause.
      if (isFailure(error, "rate_limited")) {
        const seconds = error.detail.retryAfterSeconds;
        const stopped = seconds === undefined ? await meter?.refused(wanted) : null;
        // Writes are free, and go on.
        if (stopped) throw readsStopped(stopped, wanted);
        const usual = config.throttledPauseMs ?? THROTTLED_PAUSE_MS;
        await limiter.pause(realmId, seconds === undefined ? usual : seconds * 1000);
      }
      throw error;
    }
    if (taken?.afterRefusals) await meter?.answered(app);
    return answer;
  };

  const authorized = async (store: Store, call: Call): Promise<unknown> => {
    const stored = await usable(store);
    try {
      return await send(store, stored, call);
    } catch (error) {
      // A 401 wrote nothing, so even a write may be resent with a new token.
      if (!isFailure(error, "unauthorized")) throw error;
      return send(store, await renew(store, stored), call);
    }
  };

  const calls =
    (worthwhile: ProviderFailure[], kind: "read" | "write") =>
    (store: Store, what: string, call: SdkCall) => {
      const patienceMs = PATIENCE_MS[kind];
      const sent: Call = { what, call, patienceMs, isRead: kind === "read", waitedMs: 0 };
      // The pause after a 429 would use up the time for retries, and a second 429 would fail the call.
      return withRetry(
        policy,
        worthwhile,
        () => authorized(store, sent),
        () => sent.waitedMs,
      );
    };

  return {
    credentials: async (store) => readCredentials(await store.current()),
    keepAlive: async (store) => {
      await renew(store, await store.current());
    },
    read: calls(["rate_limited", "unavailable"], "read"),
    write: calls(["rate_limited"], "write"),
  };
}

/** @throws Error when reads are counted but the store doesn't say for which company. */
function readerOf({ reader }: Store, meter: ReadMeter | undefined): Reader {
  if (reader) return reader;
  if (meter) throw new Error("a read that is counted belongs to a company");
  return { companyId: "", purpose: "bookkeeping", isToken: false };
}

function isFailure(error: unknown, failure: ProviderFailure): error is ProviderError {
  return error instanceof ProviderError && error.failure === failure;
}

function createSdk(config: QuickBooksConfig, realmId: string, accessToken: string): QuickBooks {
  const sdk = new QuickBooks(
    config.clientId ?? "",
    config.clientSecret ?? "",
    accessToken,
    false,
    realmId,
    config.environment === "sandbox",
    false,
    null,
    "2.0",
  );
  sdk.endpoint = `${config.apiBase}/v3/company/`;
  return sdk;
}

/** The SDK has no time-out and no way to abort: a late reply is ignored, and its socket is left open. */
async function settle(
  what: string,
  timeoutMs: number,
  secrets: string[],
  start: (done: SdkCallback) => void,
): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const answer = new Promise<unknown>((resolve, reject) => {
    timer = setTimeout(() => {
      const message = `${what}: no answer within ${timeoutMs} ms`;
      reject(new ProviderError("quickbooks", "unavailable", message, { code: "timeout" }));
    }, timeoutMs);
    start((error, data) => (error ? reject(toProviderError(what, error, secrets)) : resolve(data)));
  });
  return answer.finally(() => clearTimeout(timer));
}
