const LOOPBACK = /^(?:localhost|.*\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether an address is of this machine only. */
export function isLoopback(url: string): boolean {
  return LOOPBACK.test(new URL(url).hostname);
}
