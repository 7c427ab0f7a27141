import {
  EVENT_NAMES,
  MAX_STREAM_SECONDS,
  type StreamEventName,
  TOKEN_EVENT_NAMES,
} from "@/lib/constants/events";
import { EventStream, type StreamedEvent, type StreamLook } from "@/lib/contracts/event-stream";
import { lasting } from "@/server/platform/clock";
import type { SessionContext } from "@/server/platform/context";
import { singleton } from "@/server/platform/singleton";
import { type Change, ChangeListener } from "./change-listener";
import { readSharedEvent } from "./read-shared-event";
import { registerStream } from "./register-stream";

/**
 * After this time without a change, at the latest: a keep-alive and a look, which finds what no notice brought. Looks are made at
 * whole seconds, so that those of many streams are one.
 */
const LOOK_EVERY_MS = 15_000;
const TOGETHER_MS = 1_000;
/** How old a regular refresh may be: streams that look at about the same time share it. */
const REFRESH_AGE_MS = 5_000;
/** Changes within this time are sent together. */
const PAUSE_MS = 250;
/** The time limit of a single read (`wait` 0). */
const ONE_LOOK_MS = 30_000;

/**
 * Streams the state of a company: first all of it, then each change. Ends after `wait` seconds, with the
 * session, with the server, and when the client leaves.
 * @throws RateLimitedError when too many streams are open.
 */
export async function followChanges(
  ctx: SessionContext,
  { wait = MAX_STREAM_SECONDS }: { wait?: number | undefined },
): Promise<EventStream> {
  const once = wait === 0;
  const stream = registerStream(ctx);
  // Also for a client that left before it read anything.
  const overAfter = setTimeout(() => stream.abort(), once ? ONE_LOOK_MS : wait * 1000);
  stream.signal.addEventListener("abort", () => clearTimeout(overAfter), { once: true });
  return new EventStream((until, look) => {
    until.addEventListener("abort", () => stream.abort(), { once: true });
    return follow(ctx, stream, look, once);
  });
}

async function* follow(
  ctx: SessionContext,
  stream: AbortController,
  look: () => Promise<StreamLook>,
  once: boolean,
): AsyncGenerator<StreamedEvent | null> {
  const { signal } = stream;
  const waker = new Waker(signal);
  const names: readonly StreamEventName[] =
    ctx.apiToken === undefined ? EVENT_NAMES : TOKEN_EVENT_NAMES;
  const concerns = (change: Change) =>
    change === null || change.kind === "sessions" || names.some((name) => name === change.kind);
  if (!once) {
    const leave = followCompany(ctx.companyId, (change) => {
      if (concerns(change)) waker.note(change);
    });
    signal.addEventListener("abort", leave, { once: true });
  }
  const sent = new Map<StreamEventName, string>();
  // Of before the last reads of everything, which are at least as new.
  let activity = ctx.activity ?? null;
  try {
    waker.note(null);
    do {
      const { everything, kinds, notedAt } = await waker.wait(untilNextLook());
      const since = notedAt ?? performance.now() - REFRESH_AGE_MS;
      if (signal.aborted) return;
      if (notedAt === null) {
        const now = await look();
        if (!now.mayGoOn) return;
        const isSame = now.activity !== null && now.activity === activity;
        activity = now.activity;
        if (isSame) {
          yield null;
          continue;
        }
      }
      const changed: StreamedEvent[] = [];
      for (const name of names) {
        if (signal.aborted) return;
        if (!everything && !kinds.has(name)) continue;
        const data = await readSharedEvent(ctx, name, since);
        const text = JSON.stringify(data);
        // A change that commits late may not be the latest one.
        const isNews = name === "deposits" && kinds.has(name);
        if (sent.get(name) === text && !isNews) continue;
        sent.set(name, text);
        changed.push({ name, data });
      }
      // After the reads, which then are of a time when the session had its membership.
      const isDue = everything || kinds.has("sessions") || changed.length > 0;
      if (isDue && !(await look()).mayGoOn) return;
      yield null;
      for (const event of changed) {
        // A slow client takes the next event long after the one before.
        if (signal.aborted || (waker.isNoted("sessions") && !(await look()).mayGoOn)) return;
        yield event;
      }
      if (!once) await waker.pause(lasting(PAUSE_MS));
    } while (!once && !signal.aborted);
  } finally {
    stream.abort();
  }
}

function untilNextLook(): number {
  const now = performance.now();
  return Math.floor((now + LOOK_EVERY_MS) / TOGETHER_MS) * TOGETHER_MS - now;
}

type Follower = (change: Change) => void;

interface Hub {
  listener: ChangeListener;
  /** Keyed by company, so that a change wakes only that company's followers. */
  followers: Map<string, Set<Follower>>;
}

const kept = singleton("changes", (): { hub?: Hub } => ({}));

/**
 * Calls `follower` with every change in a company until the returned function is called. The first
 * follower opens this process' listening connection, the last one closes it.
 */
function followCompany(companyId: string, follower: Follower): () => void {
  kept.hub ??= open();
  const hub = kept.hub;
  const ofCompany = hub.followers.get(companyId) ?? new Set();
  hub.followers.set(companyId, ofCompany.add(follower));
  return () => {
    ofCompany.delete(follower);
    if (ofCompany.size === 0 && hub.followers.get(companyId) === ofCompany) {
      hub.followers.delete(companyId);
    }
    if (hub.followers.size > 0 || kept.hub !== hub) return;
    delete kept.hub;
    void hub.listener.close();
  };
}

function open(): Hub {
  const followers: Hub["followers"] = new Map();
  const listener = new ChangeListener((change) => {
    const concerned = change ? [followers.get(change.companyId) ?? []] : followers.values();
    for (const each of concerned) for (const follower of each) follower(change);
  });
  listener.start();
  return { listener, followers };
}

interface Woken {
  /** Read everything: changes may have been missed, or none has arrived for long. */
  everything: boolean;
  kinds: ReadonlySet<string>;
  /** When the latest of it was noted, on the clock of `performance.now()`; null when nothing was. */
  notedAt: number | null;
}

/** Collects changes, and wakes the waiter when there are some. */
class Waker {
  #kinds = new Set<string>();
  #everything = false;
  #notedAt: number | null = null;
  #wake: (() => void) | undefined;

  constructor(private readonly until: AbortSignal) {
    until.addEventListener("abort", () => this.#wake?.(), { once: true });
  }

  note(change: Change): void {
    if (change) this.#kinds.add(change.kind);
    else this.#everything = true;
    this.#notedAt = performance.now();
    this.#wake?.();
  }

  /** Whether the next `wait` will report a kind of change. */
  isNoted(kind: string): boolean {
    return this.#everything || this.#kinds.has(kind);
  }

  /** The changes since the last call; after `longestMs` without any, or at the end, `everything`. */
  async wait(longestMs: number): Promise<Woken> {
    if (!this.#everything && this.#kinds.size === 0) await this.#sleep(longestMs);
    const woken = {
      everything: this.#everything || this.#kinds.size === 0,
      kinds: this.#kinds,
      notedAt: this.#notedAt,
    };
    this.#everything = false;
    this.#notedAt = null;
    this.#kinds = new Set();
    return woken;
  }

  /** Waits, so that further changes collect. */
  async pause(ms: number): Promise<void> {
    if (this.until.aborted) return;
    let timer: NodeJS.Timeout | undefined;
    let stop = () => {};
    await new Promise<void>((resolve) => {
      stop = resolve;
      timer = setTimeout(resolve, ms);
      this.until.addEventListener("abort", stop, { once: true });
    });
    clearTimeout(timer);
    this.until.removeEventListener("abort", stop);
  }

  async #sleep(longestMs: number): Promise<void> {
    if (this.until.aborted) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      timer = setTimeout(resolve, longestMs);
    });
    clearTimeout(timer);
    this.#wake = undefined;
  }
}
