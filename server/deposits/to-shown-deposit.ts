import type { DepositRow, ShownDeposit } from "./columns";
import { parseFindings } from "./findings";
import type { ShownCompany } from "./shown-company";

/** A deposit from its row: only what the driver returns in another form is converted. */
export function toShownDeposit(row: DepositRow, company: ShownCompany): ShownDeposit {
  const { state, message, adopted, errorCode, details, ...deposit } = row;
  return {
    ...deposit,
    ...company,
    txnDate: new Date(row.txnDate),
    amount: BigInt(row.amount),
    returnedAmount: row.returnedAmount === null ? null : BigInt(row.returnedAmount),
    findings: parseFindings(row.findings),
    matchFees: BigInt(row.matchFees),
    posting:
      state === null
        ? undefined
        : {
            state,
            errorCode,
            message: message ?? "",
            adopted: adopted ?? false,
            details: details ?? "",
          },
  };
}
