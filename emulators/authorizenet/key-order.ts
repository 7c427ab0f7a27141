const BASE = ["merchantAuthentication", "clientId", "refId"];

/** Keys of every supported request, in the one order that the service accepts. */
const KEYS: Record<string, readonly string[]> = {
  authenticateTestRequest: BASE,
  getMerchantDetailsRequest: BASE,
  getSettledBatchListRequest: [
    ...BASE,
    "includeStatistics",
    "firstSettlementDate",
    "lastSettlementDate",
  ],
  getTransactionListRequest: [...BASE, "batchId", "sorting", "paging"],
  getTransactionDetailsRequest: [...BASE, "transId"],
};

const INNER_KEYS: Record<string, readonly string[]> = {
  merchantAuthentication: ["name", "transactionKey"],
  sorting: ["orderBy", "orderDescending"],
  paging: ["limit", "offset"],
};

export function isKnownRequest(name: string): boolean {
  return name in KEYS;
}

/** The first key that is unknown or out of order within its element; undefined when the order is right. */
export function misplacedKey(
  request: string,
  body: object,
): { element: string; child: string } | undefined {
  const own = misplaced(Object.keys(body), KEYS[request] ?? []);
  if (own) return { element: request, child: own };
  for (const [name, value] of Object.entries(body)) {
    const order = INNER_KEYS[name];
    if (!order || typeof value !== "object" || value === null) continue;
    const child = misplaced(Object.keys(value), order);
    if (child) return { element: name, child };
  }
  return undefined;
}

function misplaced(keys: readonly string[], order: readonly string[]): string | undefined {
  let last = -1;
  for (const key of keys) {
    const place = order.indexOf(key);
    if (place <= last) return key;
    last = place;
  }
  return undefined;
}
