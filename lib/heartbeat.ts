/**
 * Runs `work` and calls `beat` every `everyMs` until it ends. A failing beat stops the beats.
 */
export async function withHeartbeat<T>(
  beat: () => Promise<unknown>,
  everyMs: number,
  work: () => Promise<T>,
): Promise<T> {
  const timer = setInterval(() => {
    beat().catch(() => clearInterval(timer));
  }, everyMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
