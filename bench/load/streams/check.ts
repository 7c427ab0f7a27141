/** One check of a session and its membership, as an open stream makes it, in milliseconds. */
export interface Check {
  elapsed: number;
  /** Of this process. */
  processor: number;
}

const TIMES = 10;
const CONTEXT = { requestId: "bench", ipAddress: "127.0.0.1", userAgent: "bench" };

/** Checks every token, one after the other, after a first time to warm up. */
export async function measureChecks(tokens: readonly string[]): Promise<Check> {
  const { authenticate } = await import("@/server/accounts/sessions");
  const checkAll = async () => {
    for (const authorization of tokens) {
      await authenticate(CONTEXT, { authorization, companyId: null }, { unattended: true });
    }
  };
  await checkAll();
  const started = performance.now();
  const before = process.cpuUsage();
  for (let time = 0; time < TIMES; time += 1) await checkAll();
  const { user, system } = process.cpuUsage(before);
  const checks = TIMES * tokens.length;
  return {
    elapsed: (performance.now() - started) / checks,
    processor: (user + system) / 1_000 / checks,
  };
}
