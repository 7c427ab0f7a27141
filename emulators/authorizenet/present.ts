import { toDecimal } from "@/lib/money";
import {
  AUTHORIZENET_MERCHANT,
  type AuthorizeNetBatch,
  type AuthorizeNetState,
  type AuthorizeNetTransaction,
} from "./state";

const CHARGED = new Set(["settledSuccessfully"]);
const NOT_SPECIFIED = [
  "returnedItemAmount",
  "returnedItemCount",
  "chargebackAmount",
  "chargebackCount",
  "correctionNoticeCount",
  "chargeChargeBackAmount",
  "chargeChargeBackCount",
  "refundChargeBackAmount",
  "refundChargeBackCount",
  "chargeReturnedItemsAmount",
  "chargeReturnedItemsCount",
  "refundReturnedItemsAmount",
  "refundReturnedItemsCount",
];

export function merchantDetails({ currencies }: AuthorizeNetState): object {
  return {
    isTestMode: false,
    processors: [{ name: "First Data Nashville", id: 2 }],
    merchantName: AUTHORIZENET_MERCHANT.name,
    gatewayId: AUTHORIZENET_MERCHANT.gatewayId,
    marketTypes: ["eCommerce"],
    productCodes: ["CNP"],
    paymentMethods: ["AmericanExpress", "Discover", "Mastercard", "Visa"],
    currencies,
    merchantTimeZone: AUTHORIZENET_MERCHANT.timeZone,
  };
}

export function batchView(batch: AuthorizeNetBatch, withStatistics: boolean): object {
  return {
    batchId: batch.batchId,
    ...(!batch.untimed && times("settlementTime", batch.settledAt, true)),
    settlementState: batch.state,
    paymentMethod: batch.paymentMethod,
    marketType: "eCommerce",
    product: "Card Not Present",
    ...(withStatistics && { statistics: statistics(batch) }),
  };
}

/** Sums by kind of account. A sum without a value is left out, and its `…Specified` flag is false. */
function statistics(batch: AuthorizeNetBatch): object[] {
  const kinds = [...new Set(batch.transactions.map(({ accountType }) => accountType))];
  return kinds.map((accountType) => {
    const own = batch.transactions.filter((each) => each.accountType === accountType);
    const of = (name: string, test: (each: AuthorizeNetTransaction) => boolean) => {
      const found = own.filter(test);
      const amount = found.reduce((total, each) => total + each.amount, 0);
      return { [`${name}Amount`]: decimal(amount), [`${name}Count`]: found.length };
    };
    const count = (status: string) => own.filter((each) => each.status === status).length;
    const back = (status: string) => (each: AuthorizeNetTransaction) =>
      each.status === status && !each.cameBackLater;
    const bankItems =
      batch.paymentMethod === "eCheck"
        ? {
            ...of("returnedItem", back("returnedItem")),
            ...of("chargeback", back("chargeback")),
          }
        : {};
    return {
      accountType,
      ...of("charge", (each) => CHARGED.has(each.status) || each.cameBackLater === true),
      ...of("refund", ({ status }) => status === "refundSettledSuccessfully"),
      voidCount: count("voided"),
      declineCount: count("declined"),
      errorCount: count("generalError"),
      ...bankItems,
      ...Object.fromEntries(
        NOT_SPECIFIED.filter((name) => !(name in bankItems)).map((name) => [
          `${name}Specified`,
          false,
        ]),
      ),
    };
  });
}

export function summaryView(transaction: AuthorizeNetTransaction): object {
  const { firstName, lastName, invoiceNumber } = transaction;
  return {
    transId: transaction.transId,
    ...times("submitTime", transaction.submittedAt, false),
    transactionStatus: transaction.status,
    ...(invoiceNumber !== undefined && { invoiceNumber }),
    ...(firstName !== undefined && { firstName }),
    ...(lastName !== undefined && { lastName }),
    accountType: transaction.accountType,
    accountNumber: "XXXX4444",
    settleAmount: decimal(transaction.amount),
    marketType: "eCommerce",
    product: "Card Not Present",
    hasReturnedItemsSpecified: false,
  };
}

export function detailsView(transaction: AuthorizeNetTransaction, batch: AuthorizeNetBatch) {
  const { firstName, lastName, company, email, phone, customerId } = transaction;
  const { invoiceNumber, description } = transaction;
  const refund = transaction.status.startsWith("refund");
  return {
    transId: transaction.transId,
    ...(transaction.refTransId !== undefined && { refTransId: transaction.refTransId }),
    ...times("submitTime", transaction.submittedAt, false),
    transactionType: refund ? "refundTransaction" : "authCaptureTransaction",
    transactionStatus: transaction.status,
    responseCode: 1,
    responseReasonCode: 1,
    responseReasonDescription: "Approval",
    authCode: "JPG9DJ",
    AVSResponse: "Y",
    batch: {
      batchId: batch.batchId,
      ...times("settlementTime", batch.settledAt, true),
      settlementState: batch.state,
    },
    ...((invoiceNumber ?? description) !== undefined && {
      order: {
        ...(invoiceNumber !== undefined && { invoiceNumber }),
        ...(description !== undefined && { description }),
      },
    }),
    requestedAmountSpecified: false,
    authAmount: decimal(transaction.amount),
    settleAmount: decimal(transaction.amount),
    prepaidBalanceRemainingSpecified: false,
    taxExempt: false,
    taxExemptSpecified: true,
    payment: {
      creditCard: {
        cardNumber: "XXXX4444",
        expirationDate: "XXXX",
        cardType: transaction.accountType,
      },
    },
    ...((customerId ?? email) !== undefined && {
      customer: {
        typeSpecified: false,
        ...(customerId !== undefined && { id: customerId }),
        ...(email !== undefined && { email }),
      },
    }),
    billTo: {
      ...(firstName !== undefined && { firstName }),
      ...(lastName !== undefined && { lastName }),
      ...(company !== undefined && { company }),
      country: "United States",
      ...(phone !== undefined && { phoneNumber: phone }),
    },
    recurringBilling: false,
    recurringBillingSpecified: true,
    product: "Card Not Present",
    marketType: "eCommerce",
  };
}

/** Amounts are JSON numbers on the wire. */
function decimal(amount: number): number {
  return Number(toDecimal(amount, "USD"));
}

function times(name: string, at: number, specified: boolean): object {
  const [utc, local] = [`${name}UTC`, `${name}Local`];
  return {
    [utc]: `${new Date(at * 1000).toISOString().slice(0, 19)}Z`,
    ...(specified && { [`${utc}Specified`]: true }),
    [local]: localTime(at),
    ...(specified && { [`${local}Specified`]: true }),
  };
}

const LOCAL = new Intl.DateTimeFormat("sv-SE", {
  timeZone: AUTHORIZENET_MERCHANT.timeZone,
  dateStyle: "short",
  timeStyle: "medium",
});

function localTime(at: number): string {
  return LOCAL.format(new Date(at * 1000)).replace(" ", "T");
}
