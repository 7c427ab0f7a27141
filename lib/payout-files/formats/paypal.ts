import { numbersInText } from "@/lib/shop-numbers";
import { kindOfWord } from "../rows/line-kinds";
import { joined } from "../rows/read-amounts";
import { type PayoutFormat, type RowCells, RowError } from "../rows/types";
import { ByWithdrawal, type Movement } from "./by-withdrawal";

const DATE = ["date", "datum"];
const TYPE = ["type", "typ"];
const CURRENCY = ["currency", "währung"];
const GROSS = ["gross", "brutto"];
const FEE = ["fee", "gebühr", "entgelt"];
const NET = ["net", "netto"];
const ID = ["transaction id", "transaktionscode"];
const BALANCE = ["balance", "guthaben"];
const IMPACT = ["balance impact", "auswirkung auf guthaben"];
const EMAIL = ["from email address", "absender e-mail-adresse"];
const SUBJECT = ["subject", "betreff", "item title", "artikelbezeichnung"];
const INVOICE = ["invoice number", "rechnungsnummer"];
const RELATED = ["reference txn id", "zugehöriger transaktionscode"];
const CODE = ["transaction event code", "transaktionsereigniscode"];
const STATUS = ["status"];
const DONE = /^(?:completed|abgeschlossen|terminé|completado|completato|voltooid)$/i;
const TO_BANK = /withdrawal$|auto-sweep|abbuchung$|transfer to bank/i;

/** Activity → Download: a row for each movement of a balance. PayPal has no payouts: a transfer to the bank is one. */
export const PAYPAL_ACTIVITY: PayoutFormat = {
  id: "paypal_activity",
  title: "PayPal: activity",
  processor: "PayPal",
  needs: [DATE, TYPE, CURRENCY, GROSS, FEE, NET, ID, BALANCE],
  begin(rows) {
    const movements = new ByWithdrawal(rows.flatMap(movementOf));
    return {
      payout(row) {
        const reason = idleReason(row);
        if (reason !== null) return { leftOut: reason };
        const currency = row.currency(CURRENCY, []);
        // Reads what the order of rows rests on, so that an amount that can't be read is an error of this row.
        row.amount(currency, ...NET);
        row.amount(currency, ...BALANCE);
        row.day(...DATE);
        return movements.payoutOf(row) ?? { leftOut: "is not withdrawn to the bank yet" };
      },
      line(row, { currency }) {
        const net = row.amount(currency, ...NET);
        if (isToBank(row, net)) return { total: -net };
        const type = row.text(...TYPE);
        const gross = row.amount(currency, ...GROSS);
        const description = row.text(...SUBJECT);
        return {
          id: row.text(...ID) || null,
          kind: kindOfWord(type) ?? "other",
          providerKind: type,
          date: row.day(...DATE),
          ...{ gross, fee: 0 - row.amountOrZero(currency, ...FEE), net },
          description: description || type,
          customerName: row.text("name"),
          customerEmail: row.text(...EMAIL),
          reference: joined(row, [...ID, ...RELATED]),
          numbers: [
            ...(row.has(...INVOICE)
              ? [{ field: "invoice number", value: row.text(...INVOICE) }]
              : []),
            ...numbersInText(description).map((value) => ({ field: "subject", value })),
          ],
          ...(row.has(...RELATED) && { chargeId: row.text(...RELATED) }),
        };
      },
      further: (payout) => movements.further(payout),
    };
  },
};

/** Why a row moves no balance; null where it does. */
function idleReason(row: RowCells): string | null {
  if (row.text(...IMPACT).toLowerCase() === "memo") return "moves no balance";
  const status = row.text(...STATUS);
  return status === "" || DONE.test(status) || row.has(...IMPACT) ? null : `is ${status}`;
}

function isToBank(row: RowCells, net: number): boolean {
  const code = row.text(...CODE);
  return net < 0 && (code === "" ? TO_BANK.test(row.text(...TYPE)) : code.startsWith("T04"));
}

function movementOf(row: RowCells): Movement[] {
  try {
    if (idleReason(row) !== null) return [];
    const currency = row.currency(CURRENCY, []);
    const net = row.amount(currency, ...NET);
    const balance = row.amount(currency, ...BALANCE);
    const withdrawal = isToBank(row, net) ? row.text(...ID) : null;
    return [{ row, currency, net, balance, day: row.day(...DATE), withdrawal }];
  } catch (error) {
    // It is reported when its payout is asked for.
    if (error instanceof RowError) return [];
    throw error;
  }
}
