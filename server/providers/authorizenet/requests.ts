import sdk from "authorizenet";
import type { SdkCall } from "@/server/providers/authorizenet/client";

/** The maximum page size of a transaction list. */
export const PAGE_LIMIT = 1000;

const { APIContracts: contracts, APIControllers: controllers } = sdk;

/** Returns Ok for valid credentials. */
export function authenticateTest(): SdkCall {
  return {
    what: "authenticateTest",
    request: new contracts.AuthenticateTestRequest(),
    Controller: controllers.AuthenticateTestController,
  };
}

export function merchantDetails(): SdkCall {
  return {
    what: "merchant details",
    request: new contracts.GetMerchantDetailsRequest(),
    Controller: controllers.GetMerchantDetailsController,
  };
}

/**
 * Batches settled in a window of at most 31 days, ends included; without a window, in the last 24 hours.
 */
export function settledBatchList(window?: { from: Date; to: Date }): SdkCall {
  const request = new contracts.GetSettledBatchListRequest();
  request.setIncludeStatistics(true);
  if (window) {
    request.setFirstSettlementDate(wireTime(window.from));
    request.setLastSettlementDate(wireTime(window.to));
  }
  return {
    what: "settled batches",
    request,
    Controller: controllers.GetSettledBatchListController,
  };
}

/** @param page from 1: the API's `offset` counts pages, not rows. */
export function transactionList(batchId: string, page: number): SdkCall {
  const request = new contracts.GetTransactionListRequest();
  const sorting = new contracts.TransactionListSorting();
  sorting.setOrderBy("id");
  sorting.setOrderDescending(false);
  const paging = new contracts.Paging();
  paging.setLimit(PAGE_LIMIT);
  paging.setOffset(page);
  request.setBatchId(batchId);
  request.setSorting(sorting);
  request.setPaging(paging);
  return { what: "transactions", request, Controller: controllers.GetTransactionListController };
}

export function transactionDetails(transId: string): SdkCall {
  const request = new contracts.GetTransactionDetailsRequest();
  request.setTransId(transId);
  return {
    what: "transaction details",
    request,
    Controller: controllers.GetTransactionDetailsController,
  };
}

/** "2026-01-31T23:59:59Z": the schema rejects fractions of a second. */
function wireTime(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}
