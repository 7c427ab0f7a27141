export function withLockFile<T>(
  path: string,
  work: () => Promise<T>,
  options?: { onWait?: () => void; timeoutMs?: number },
): Promise<T>;
export function isAlive(pid: number): boolean;
