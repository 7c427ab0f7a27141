import { setInterval } from "node:timers";

/** What a running command holds: everything in it is released in reverse order when the command ends. */
export interface Scope {
  /**
   * Acquires a resource and registers its release before the acquisition completes, so that a signal in the
   * middle releases it too.
   */
  acquire<T>(acquire: () => Promise<T>, release: (held: T) => Promise<void>): Promise<T>;
  /** Resolves when the user stops the command. */
  stopped: Promise<void>;
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Runs a command until it finishes, fails, or is stopped (Ctrl-C, SIGTERM, a closed terminal, or a killed
 * npm), then releases everything it acquired: no process stays behind. Resolves with the body's exit code, or
 * 0 when stopped.
 */
export async function supervise(body: (scope: Scope) => Promise<number>): Promise<number> {
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  // Handlers stay until the end: npm repeats Ctrl-C, and a second one must not interrupt the release.
  for (const signal of signals) process.on(signal, stop);
  const orphanWatch = watchForOrphaning(stop);

  const { scope, release } = openScope(stopped);
  try {
    return await Promise.race([body(scope), stopped.then(() => 0)]);
  } finally {
    await release();
    clearInterval(orphanWatch);
    for (const signal of signals) process.off(signal, stop);
  }
}

/** A scope for a part of a command. `release` gives back what it holds; from then on it can acquire nothing. */
export function openScope(stopped: Promise<void>): { scope: Scope; release(): Promise<void> } {
  const releases: (() => Promise<void>)[] = [];
  let isReleased = false;
  const scope: Scope = {
    stopped,
    async acquire(acquire, release) {
      if (isReleased) throw new Error("The command is ending.");
      const pending = acquire();
      releases.push(async () => {
        const held = await pending.then(
          (value) => ({ value }),
          () => undefined,
        );
        if (held) await release(held.value);
      });
      return pending;
    },
  };
  return {
    scope,
    release: () => {
      isReleased = true;
      return releaseAll(releases);
    },
  };
}

async function releaseAll(releases: (() => Promise<void>)[]): Promise<void> {
  for (let release = releases.pop(); release; release = releases.pop()) {
    await release().catch((error) => console.error(String(error)));
  }
}

/** A killed npm cannot forward the signal; when started without npm, we may outlive our parent. */
function watchForOrphaning(stop: () => void): NodeJS.Timeout | undefined {
  if (!process.env.npm_lifecycle_event) return undefined;
  const parent = process.ppid;
  return setInterval(() => process.ppid !== parent && stop(), 500).unref();
}
