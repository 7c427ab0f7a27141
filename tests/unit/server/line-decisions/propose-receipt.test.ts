import { expect, test } from "vitest";
import { itemOf } from "@/server/line-decisions/decide-receipt";

const none = { refundItem: null, taxCode: null, class: null, memo: "" };
const item = { id: "1", name: "Services" };
const refundItem = { id: "2", name: "Refunds" };

test("a refund receipt has the product of refunds, or else that of sales; a sales receipt has its own", () => {
  expect(itemOf("SalesReceipt", { ...none, item, refundItem })).toBe(item);
  expect(itemOf("RefundReceipt", { ...none, item, refundItem })).toBe(refundItem);
  expect(itemOf("RefundReceipt", { ...none, item })).toBe(item);
});
