import { expect, test } from "vitest";
import { type RowVersions, readVersions } from "@/server/matches/row-versions";
import { systemContext } from "@/server/platform/company-id";
import { db } from "@/server/platform/db";
import { adminDb } from "../support/admin-db";
import { seedFullLedger } from "../support/full-ledger";

/** Whatever may change what the engine reads, each followed by all that may be read of it. */
const WRITES = [
  "UPDATE deposits SET description = 'Changed' WHERE status = 'pending'",
  "UPDATE deposits SET status = 'pending' WHERE status = 'suggested'",
  "UPDATE deposits SET version = version + 1",
  "UPDATE deposits SET status = 'pending', quickbooks_id = NULL WHERE status = 'posted'",
  "UPDATE deposits SET deleted_at = now() WHERE status = 'suggested'",
  "UPDATE deposits SET deleted_at = NULL",
  "UPDATE deposit_lines SET description = 'Changed'",
  "UPDATE deposit_lines SET account_id = '91', account_name = 'Refunds'",
  "UPDATE ledger_payments SET amount = amount + 1",
  "UPDATE ledger_payments SET state = 'gone'",
  "UPDATE ledger_payments SET state = 'open'",
  "UPDATE matches SET state = 'undone', live = false WHERE state = 'accepted'",
  "UPDATE matches SET state = 'accepted', live = true, decided_at = now() WHERE state = 'undone'",
  "UPDATE match_payments SET live = live",
  "UPDATE ledger_invoices SET balance = balance - 1",
  "UPDATE planned_payments SET removed_at = now()",
  "UPDATE company_settings SET algorithm = 'fuzzy'",
  "UPDATE integrations SET settings = '{\"a\": 1}' WHERE provider = 'stripe'",
  "UPDATE integrations SET settings = '{\"a\": 2}' WHERE provider = 'quickbooks'",
  "UPDATE integrations SET last_synced_at = now()",
  "DELETE FROM match_payments WHERE payment_id = (SELECT min(payment_id) FROM match_payments WHERE company_id = $1)",
  "DELETE FROM matches WHERE state = 'proposed'",
  "DELETE FROM planned_payments",
  "DELETE FROM matches",
  "DELETE FROM deposits WHERE status = 'pending'",
  "UPDATE integrations SET status = 'disconnected', credentials = NULL WHERE provider = 'quickbooks'",
];

test("versions that are continued are those that are read from nothing, after each kind of change", async () => {
  const mine = await seedFullLedger();
  const ctx = systemContext(mine.companyId);
  const read = (known?: RowVersions) => db(ctx).$transaction((tx) => readVersions(tx, ctx, known));
  let known = await read();
  let changed = 0;
  for (const write of WRITES) {
    const where = write.includes(" WHERE ") ? `${write} AND` : `${write} WHERE`;
    await adminDb().$executeRawUnsafe(
      write.includes("$1")
        ? `${where} company_id = $1::uuid`.replace("= $1)", "= $1::uuid)")
        : `${where} company_id = $1::uuid`,
      mine.companyId,
    );
    const continued = await read(known);
    const { log: _of, ...afresh } = await read();
    const { log, ...now } = continued;
    expect(now, write).toMatchObject({ ...afresh, pools: { text: afresh.pools.text } });
    expect(log.position, write).not.toBeNull();
    if (continued !== known) changed += 1;
    expect(await read(continued), write).toBe(continued);
    known = continued;
  }
  expect(changed).toBeGreaterThan(15);
});
