import { BOOKING_KINDS } from "@/lib/constants/bookings";
import { OPEN_REASONS } from "@/lib/constants/open-reasons";
import { ROLES } from "@/lib/constants/roles";
import {
  calendarDate,
  currency,
  decimalString,
  instant,
  ledgerRef,
  rowId,
  storedId,
} from "@/lib/contracts/common";
import { deposit, depositLine, lineKind, openReason } from "@/lib/contracts/deposits";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import { journal } from "@/lib/contracts/journal";
import { matchView, sumProof } from "@/lib/contracts/match-views";
import { lineQuestion } from "@/lib/contracts/questions";
import { FIRST_OFFERS } from "@/lib/first-offer";
import * as z from "@/lib/zod";

/**
 * What is offered first for a line without an answer: the same as the action of its reason.
 * @schema LineOffer
 */
export const lineOffer = z.object({
  /** The way that fits best. */
  first: z.enum(FIRST_OFFERS),
  /** With `book_back`: the account of the original booking, which the line reverses. */
  book_to: ledgerRef.nullable(),
  /** For the user: what the line reverses, such as a dispute that was won; empty where it isn't known. */
  origin: z.string(),
});
export type LineOffer = z.infer<typeof lineOffer>;

/**
 * A part of a deposit that no payment explains, and the account that it is booked to.
 * @schema Booking
 */
const booking = z.object({
  line_id: storedId,
  /** What it is booked as. */
  kind: z.enum(BOOKING_KINDS),
  /** In the deposit's currency; negative where money goes out. */
  amount: decimalString,
  /** For the user: "Refund of 45.00 to Blue Harbor isn't in QuickBooks." */
  text: z.string(),
  /** The account's name; null: a user has to choose it before the deposit is posted. */
  account: z.string().nullable(),
  /** For the user: "Always for refunds from Stripe"; empty where each one is decided separately. */
  always: z.string(),
});
export type BookingView = z.infer<typeof booking>;

/**
 * A payment that a user chose to have created for lines of a deposit, with what it is created from.
 * @schema PlannedPayment
 */
const plannedPayment = z.object({
  /** `Id` of the payment in the matches. */
  payment_id: z.string(),
  match_id: z.uuid(),
  /** When it was created in the books; null until then. */
  created_at: instant.nullable(),
  /** Whether its customer is created too. */
  is_new_customer: z.boolean(),
  /** The product or service of a receipt; empty for none. */
  item: z.string(),
  /** The tax code of a receipt; empty for none. */
  tax_code: z.string(),
  /** The class of a receipt; empty for none. */
  class: z.string(),
  /** The processor's id of the charge. */
  reference: z.string(),
  /** The text on the record. */
  note: z.string(),
  /** What it pays; empty for a receipt. */
  invoices: z.array(
    z.object({
      Id: z.string(),
      /** The invoice's number. */
      number: z.string(),
      /** What of the payment pays it. */
      amount: decimalString,
    }),
  ),
  /** What is left of it as the customer's credit. */
  credit: decimalString,
});
export type PlannedPaymentView = z.infer<typeof plannedPayment>;

/**
 * A line with all that its deposit's page shows of it.
 * @schema DetailedLine
 */
const detailedLine = depositLine.extend({
  /** What it is. */
  kind: lineKind,
  /** When it happened at the processor. */
  date: calendarDate,
  /** What the processor took of it, positive. */
  fee: decimalString,
  /** The processor does not report fees: `fee` is predicted. */
  fee_predicted: z.boolean(),
  /** `amount` less `fee`. */
  net: decimalString,
  /** What the customer paid, where the processor converted it to `amount`. */
  paid: z
    .object({
      /** In the customer's currency. */
      amount: decimalString,
      currency,
    })
    .optional(),
  /** Why it is open, as it was found last; null where it isn't, or nothing was found. */
  finding: z.enum(OPEN_REASONS).nullable(),
  /** Its payment, where the books have that in a place from which it can't be matched; null otherwise. */
  found: z
    .object({
      /** For the user: "Payment 214 is in Stripe Clearing." */
      text: z.string(),
      /** "Payment 214" */
      name: z.string(),
      /** Where it is in the books: its own page, or that of the Deposit that it is on; empty where there is none. */
      quickbooks_url: z.string(),
      /** The account that payments can be matched from too, once it is chosen in the settings of the books; empty for none. */
      match_from: z.string(),
    })
    .nullable(),
  /** What is offered for it; null for a line with an answer. */
  offer: lineOffer.nullable(),
  /** The match that explains it; null without one. */
  match_id: z.uuid().nullable(),
  /** Postponed until that day; null when it isn't. */
  wait: z
    .object({
      /** The first day that it is asked about again. */
      until: calendarDate,
      note: z.string(),
    })
    .nullable(),
});

/**
 * Something that happened to a deposit.
 * @schema HistoryEvent
 */
const historyEvent = z.object({
  /** When it happened. */
  at: instant,
  /** A username, an API token with its creator, or "Deposit Matcher" for the product itself. */
  who: z.string(),
  /** The role that they had at the time; null: the product itself, and what happened outside a session. */
  role: z.enum(ROLES).nullable(),
  /** For programs. */
  action: z.string(),
  /** For people, in English. */
  text: z.string(),
});

/** With its lines, matches, sum proof and history. */
export const depositDetail = defineEndpoint({
  method: "GET",
  path: "/qb/deposit/",
  summary: "Get a deposit",
  access: "session",
  role: "viewer",
  apiTokens: true,
  // Other companies may show a posted one too, and an open question expires at a time of day.
  kept: ({ deposit: { status, questions } }) =>
    status !== "posted" && !questions.some(({ state }) => state === "open"),
  problems: ["not_found"],
  query: z.object({ deposit_id: rowId }),
  /**
   * A deposit with all that its page shows of it.
   * @schema DepositDetail
   */
  response: z.object({
    /**
     * The deposit, with more about its lines.
     * @schema DetailedDeposit
     */
    deposit: deposit.extend({
      lines: z.array(detailedLine),
      /** Questions to clients about its lines, the newest first. */
      questions: z.array(lineQuestion),
      /** Who was asked last, about any deposit; empty if no one was. */
      last_asked: z.string(),
    }),
    /** The bank account in the books that it is deposited to; empty while none is chosen. */
    bank_name: z.string(),
    /** Nothing of it is dated earlier in the books, because they were closed; null: its own day counts. */
    earliest_date: calendarDate.nullable(),
    /** All reasons why the deposit is open, the most urgent first. */
    reasons: z.array(openReason),
    /** The Deposit's page in the books; empty until posted. */
    quickbooks_url: z.string(),
    /** Present while another company in this installation, with the same books, shows this Deposit: an undo reopens it there. */
    shown_elsewhere: z.literal(true).optional(),
    /** The deposit is unmatched and the books have no open payment in its currency. */
    currency_differs: z.boolean(),
    /** The company's time zone, an IANA name. */
    time_zone: z.string(),
    /** What explains its lines: at most one match each. */
    matches: z.array(matchView),
    /** Of an open deposit: what a user had chosen before its match was undone, and can choose again; the latest first. */
    earlier_choices: z.array(
      z.object({ line_ids: z.array(storedId), payment_ids: z.array(z.string()) }),
    ),
    proof: sumProof,
    /** The parts that no payment explains. */
    bookings: z.array(booking),
    /** What is created in the books when it is posted. */
    planned: z.array(plannedPayment),
    /** The entry in the books; null while the deposit doesn't add up, and where another program posted it and what it posted isn't known. */
    journal: journal.nullable(),
    /** What happened to it, the latest first; at most 100 events. */
    history: z.array(historyEvent),
  }),
});
export type DepositDetail = z.infer<typeof depositDetail.response>;
