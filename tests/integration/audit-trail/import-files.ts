import { expect } from "vitest";
import { ok } from "../../support/client";
import { signUp } from "../../support/company";
import { audited } from "./audited";

const FILE = Buffer.from("Paid,Net\n2026-10-05,12.00").toString("base64");

/** A processor whose payouts come from files: its import, its name, and the undo. */
export async function importFiles(): Promise<void> {
  const { token } = await signUp();
  const { payout_import } = await audited(
    "payout_file.imported",
    ["POST", "/payout-files/import/"],
    token,
    {
      ...{ file: FILE, file_name: "a.csv", name: "Terminal", currency: "USD" },
      mapping: { columns: { payout_date: "Paid", net: "Net" }, payouts: "date" },
    },
  );
  const { connection_id, id: import_id } = payout_import;
  await audited("integration.renamed", ["PUT", "/payout-files/source/"], token, {
    ...{ connection_id, name: "Till" },
  });
  await audited("payout_file.import_undone", ["POST", "/payout-files/undo/"], token, { import_id });
  expect((await ok("GET", "/qb/deposit-status/", token)).deposits).toEqual([]);
}
