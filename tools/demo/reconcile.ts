import { setTimeout as sleep } from "node:timers/promises";
import { type Summary, summary } from "@/lib/contracts/dashboard";
import { depositList } from "@/lib/contracts/deposits";
import { syncRunList } from "@/lib/contracts/integrations";
import { autoMatchAll } from "@/lib/contracts/match-runs";
import { postingReview, postReady } from "@/lib/contracts/posting-review";
import { providerEndpoints } from "@/lib/contracts/providers";
import { describeProvider } from "@/lib/providers/list";
import type { Call } from "./api";
import { SAMPLES, type Sample } from "./samples";

/** Xero takes some twenty payouts a minute. */
const waitTimeoutMs = 300_000;

/** Syncs, matches and posts the sample company's deposits, and reports their states. */
export async function reconcile(
  call: Call,
  log: (line: string) => void,
  { ledger, sources }: Sample = SAMPLES.us,
): Promise<Summary> {
  const { name } = describeProvider(ledger);
  log("Importing payouts and payments …");
  for (const id of sources) {
    await call(providerEndpoints[id].sync, { query: { wait: 0 } });
  }
  await waitForSync(call, log);
  log("Matching …");
  await call(autoMatchAll);
  await review(call, log, name);
  await until(`Posting to ${name}`, async () => {
    const { deposits } = await call(depositList);
    return deposits.every(({ posting }) => !["queued", "sending"].includes(posting?.state ?? ""));
  });
  return call(summary);
}

/** The first review: posts what is ready, as the button does, and turns on automatic posting. */
async function review(
  call: Call,
  log: (line: string) => void,
  ledger: string,
  tries = 10,
): Promise<void> {
  const { ready, already, look, revision } = await call(postingReview);
  const totals = ready.totals.map(({ amount, currency }) => `${amount} ${currency}`).join(", ");
  log(
    `Ready to post: ${ready.count} (${totals || "nothing"}). In ${ledger} already: ${already}. To look at: ${look}.`,
  );
  if (ready.count === 0) return;
  log(`Posting to ${ledger} …`);
  try {
    await call(postReady, { body: { revision, auto_post: true } });
  } catch (error) {
    // The matching after the syncs may still be at work.
    if (tries === 0) throw error;
    await sleep(1_000);
    await review(call, log, ledger, tries - 1);
  }
}

async function waitForSync(call: Call, log: (line: string) => void): Promise<void> {
  let shown = "";
  await until("Importing payouts and payments", async () => {
    const { runs } = await call(syncRunList);
    const active = runs.find(({ state }) => state === "queued" || state === "running");
    if (!active && runs[0]?.state === "failed") {
      throw new Error(`Importing from ${runs[0].integration_type} failed: ${runs[0].message}`);
    }
    const line = active?.total ? `  ${active.stage}: ${active.done} of ${active.total}` : shown;
    if (line !== shown) log(line);
    shown = line;
    return !active;
  });
}

async function until(what: string, isDone: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + waitTimeoutMs;
  while (!(await isDone())) {
    if (Date.now() > deadline) {
      throw new Error(`${what} didn't finish within ${waitTimeoutMs / 1000} s.`);
    }
    await sleep(250);
  }
}
