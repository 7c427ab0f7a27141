import { wordsOf } from "@/server/work/ledger-words";
import { addressesIn } from "./book-addresses";
import {
  COLUMN_NAMES,
  COLUMNS,
  type Column,
  type DepositRow,
  type ParsedDeposit,
  type ShownDeposit,
} from "./columns";

/** A deposit from its row, column by column as {@link COLUMNS} parses it. */
export function toShownDeposit(row: DepositRow): ShownDeposit {
  const { state, message, adopted, errorCode, details, ...deposit } = parse(row);
  const posting =
    state === null
      ? undefined
      : {
          state,
          errorCode,
          message: message ?? "",
          adopted: adopted ?? false,
          details: details ?? "",
        };
  const { books } = deposit;
  return { ...deposit, posting, ledger: wordsOf(books?.provider), addressOf: addressesIn(books) };
}

function parse(row: DepositRow): ParsedDeposit {
  const values = COLUMN_NAMES.map((name) => {
    const column: Column<never, unknown> = COLUMNS[name];
    return [name, column.parse(row[name] as never)];
  });
  return Object.fromEntries(values) as ParsedDeposit;
}
