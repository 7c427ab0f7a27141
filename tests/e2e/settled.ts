import { type BooksOwner, withBooks } from "./books";
import { expect } from "./fixtures";

/** Waits for matching and posting, which follow a sync as separate jobs. */
export function settled(account: BooksOwner): Promise<void> {
  return withBooks(account, async ({ companyId, query }) => {
    const waiting = async () => {
      const [count] = await query(
        `SELECT (SELECT count(*) FROM sync_runs WHERE company_id = $1 AND state IN ('queued', 'running'))
           + (SELECT count(*) FROM companies
              WHERE id = $1 AND match_requested_at > coalesce(matched_at, '-infinity'))
           + (SELECT count(*) FROM postings WHERE company_id = $1 AND state IN ('queued', 'sending'))`,
        [companyId],
      );
      return Number(count);
    };
    await expect.poll(waiting, { timeout: 900_000 }).toBe(0);
  });
}
