import { beforeEach, expect, test } from "vitest";
import type { DepositDetail } from "@/lib/contracts/deposit-detail";
import { parseFindings } from "@/server/deposits/findings";
import { adminDb } from "../support/admin-db";
import { ok } from "../support/client";
import { inWorld } from "../support/world";
import { eachInACompanyOfItsOwn, emulators } from "./ledger-changes/world";

eachInACompanyOfItsOwn({});
let token: string;
let companyId: string;
beforeEach(async () => {
  ({ token, companyId } = await inWorld("sample", emulators));
});

type Reason = DepositDetail["reasons"][number];

test("each open deposit says why, on the list as on its page", async () => {
  const { deposits } = await ok("GET", "/qb/deposit-status/", token);
  const open = deposits.filter(({ status }: { status: string }) => status !== "posted");
  const found = new Map<string, Reason>();
  for (const { id, reason } of open) {
    const { reasons } = await ok("GET", `/qb/deposit/?deposit_id=${id}`, token);
    expect(reason).toEqual(reasons[0]);
    for (const each of reasons as Reason[]) found.set(each.code, each);
  }
  expect(found.get("ambiguous")).toMatchObject({
    text: expect.stringMatching(/^Who paid 64\.50 on \w{3} \d+: .+ or .+\?$/),
    action: "choose",
    line_id: expect.any(Number),
  });
  expect(found.get("amount_differs")).toMatchObject({
    text: expect.stringMatching(
      /^.+: [\d,.]+ in Stripe, [\d,.]+ in QuickBooks\. Correct Payment \d+ in QuickBooks\./,
    ),
    action: "check_again",
    quickbooks_url: expect.stringContaining("/app/recvpayment?txnId="),
  });
  expect(found.get("invoice_open")).toMatchObject({
    text: expect.stringMatching(/^Invoice \S+ of .+, [\d,.]+, is still open in QuickBooks\./),
    action: "receive_payment",
  });
  expect(found.get("suggested")).toMatchObject({ action: "review" });
  expect(found.get("account_missing")).toMatchObject({ action: "choose_account" });
});

const listed = async (id: number) => {
  const { deposits } = await ok("GET", "/qb/deposit-status/", token);
  return deposits.find((each: { id: number }) => each.id === id);
};

test("when the books change, so does the sentence", async () => {
  const { deposits } = await ok("GET", "/qb/deposit-status/", token);
  const { id } = deposits.find(
    ({ reason }: { reason: Reason | null }) => reason?.code === "amount_differs",
  );
  const row = await adminDb().deposit.findFirstOrThrow({ where: { companyId, id } });
  const [wrong] = parseFindings(row.findings)?.lines ?? [];
  const fact = wrong?.payments[0];
  const line = await adminDb().depositLine.findFirstOrThrow({
    where: { companyId, id: wrong?.lineId ?? 0 },
  });
  expect(fact).toMatchObject({ kind: "Payment", amount: expect.any(Number) });
  expect(fact?.amount).not.toBe(Number(line.gross));

  // The wrong payment is deleted and no invoice is open, so the customer has nothing left.
  await adminDb().ledgerInvoice.deleteMany({ where: { companyId } });
  await adminDb().ledgerPayment.update({
    where: { companyId_id: { companyId, id: fact?.id ?? 0 } },
    data: { state: "gone" },
  });
  await ok("POST", "/qb/auto-match/", token, { deposit_id: id });
  expect((await listed(id)).reason).toMatchObject({ code: "missing", action: "create_receipt" });

  // And corrects it: the deposit is explained, and nothing is left to say.
  await adminDb().ledgerPayment.update({
    where: { companyId_id: { companyId, id: fact?.id ?? 0 } },
    data: { state: "open", amount: line.gross },
  });
  await ok("POST", "/qb/auto-match/", token, { deposit_id: id });
  expect(await listed(id)).toMatchObject({ status: expect.stringMatching(/matched|posted/) });
  const after = await adminDb().deposit.findFirstOrThrow({ where: { companyId, id } });
  expect(after.findings).toBeNull();
});
