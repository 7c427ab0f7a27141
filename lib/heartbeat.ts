/**
 * Runs `work` and calls `beat` every `everyMs` meanwhile, even while the work waits. The first failing
 * beat is the last.
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
