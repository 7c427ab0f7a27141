/**
 * Runs `work` and calls `beat` every `everyMs` meanwhile, so that whoever waits for a sign of life gets
 * one even while the work waits for somebody else. The first failing beat is the last.
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
