import { LINE_KINDS } from "@/lib/constants/deposits";
import { MAX_PAYOUT_FILE_BYTES } from "@/lib/constants/payout-files";
import {
  calendarDate,
  currency,
  currencyCode,
  decimalString,
  messageResponse,
  name,
  text,
} from "@/lib/contracts/common";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import { payoutImport } from "@/lib/contracts/payout-imports";
import * as z from "@/lib/zod";

const heading = z.string().max(500);

/**
 * Which column of a file is what, and what makes its rows a payout.
 * @schema PayoutMapping
 */
export const payoutMapping = z.object({
  /** The heading of each column that is read, as the file has it. */
  columns: z.object({
    /** The processor's id of the payout. */
    payout_id: heading.optional(),
    /** The day that the payout was paid. */
    payout_date: heading.optional(),
    /** The day of the payment. */
    date: heading.optional(),
    /** The processor's id of the payment. */
    id: heading.optional(),
    /** What kind of row it is. */
    type: heading.optional(),
    /** The amount before fees. */
    gross: heading.optional(),
    /** What the processor kept. */
    fee: heading.optional(),
    /** The amount after fees. */
    net: heading.optional(),
    /** Amounts that came in, where they have a column of their own. */
    money_in: heading.optional(),
    /** Amounts that went out, where they have a column of their own. */
    money_out: heading.optional(),
    /** ISO 4217, or a sign. */
    currency: heading.optional(),
    /** The customer's name. */
    customer: heading.optional(),
    /** The customer's email address. */
    email: heading.optional(),
    /** What was paid. */
    description: heading.optional(),
    /** The shop's number of the order or invoice. */
    number: heading.optional(),
  }),
  /** Rows with the same payout id, of the same payout date and currency, or all of a currency. */
  payouts: z.enum(["id", "date", "file"]),
  /** What rows of a type are. */
  kinds: z
    .array(
      z.object({
        /** The text in the column of types, in any case. */
        type: z.string().max(200),
        /** payout: the payout's own row. left_out: not part of it. */
        kind: z.enum([...LINE_KINDS, "payout", "left_out"]),
      }),
    )
    .max(200)
    .optional(),
  /** cost: gross less fee is net. signed: gross plus fee is net. Absent: the amounts decide. */
  fees: z.enum(["cost", "signed"]).optional(),
});

/** What is absent of the choices is that of the last import with the same headings. */
const payoutFile = z.object({
  /** The bytes of a CSV file or an Excel workbook (.xlsx) in base64, at most 8 MB. */
  file: z
    .base64("Must be base64")
    .min(1)
    .max(Math.ceil(MAX_PAYOUT_FILE_BYTES / 3) * 4)
    .meta({ examples: ["UGFpZCxOZXQKMjAyNi0wMy0wNSwxMjAuMDA="] }),
  /** The file's name. */
  file_name: text(255).min(1),
  /** The processor by file that it is of; absent: a new one. */
  connection_id: z.uuid().optional(),
  /** For a file that isn't recognized, or is to be read otherwise. */
  mapping: payoutMapping.optional(),
  /** What separates decimals. */
  decimal_sign: z.enum([".", ","]).optional(),
  /** The order of day (d), month (m) and year (y). */
  date_order: z.enum(["mdy", "dmy", "ymd"]).optional(),
  /** Of rows that name none. */
  currency: currencyCode.optional(),
});

/** Something about a row of the file. */
const rowNote = z.object({
  /** As a spreadsheet numbers it. */
  row: z.number().int(),
  /** What is wrong with it. */
  reason: z.string(),
});

/** Nothing is stored. Its choices are those that it was read with: given, or remembered. */
export const previewPayoutFile = defineEndpoint({
  method: "POST",
  path: "/payout-files/preview/",
  work: "preview",
  onlyReads: true,
  largeBody: true,
  summary: "Preview a file of payouts",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  problems: ["not_found", "unusable_input"],
  body: payoutFile,
  response: z.object({
    /** The report that it is; null as long as its columns are to be chosen. */
    format: z
      .object({
        /** "mapped" for chosen columns. */
        id: z.string(),
        /** Its name, for people. */
        title: z.string(),
        /** The processor's name; empty where it isn't known. */
        processor_name: z.string(),
      })
      .nullable(),
    /** The worksheet that is read; empty for CSV. */
    sheet: z.string(),
    /** The row of the headings. */
    header_row: z.number().int(),
    /** The names of the columns. */
    headings: z.array(z.string()),
    /** The first rows below the headings. */
    sample: z.array(
      z.object({
        /** As a spreadsheet numbers it. */
        row: z.number().int(),
        /** By column. */
        cells: z.array(z.string()),
      }),
    ),
    /** How many rows there are below the headings. */
    rows: z.number().int(),
    /** What it was read with; null: what the file decides. */
    choices: z.object({
      /** Which column is what. */
      mapping: payoutMapping.nullable(),
      /** What separates decimals. */
      decimal_sign: z.enum([".", ","]).nullable(),
      /** The order of day (d), month (m) and year (y). */
      date_order: z.enum(["mdy", "dmy", "ymd"]).nullable(),
      /** Of rows that name none. */
      currency: currency.nullable(),
    }),
    /** Whether some of the choices are those of an earlier import. */
    remembered: z.boolean(),
    /** The columns that it seems to have, for a person to confirm; null for a known report. */
    suggestion: payoutMapping.nullable(),
    /** The first 100 payouts that an import would store. */
    payouts: z.array(
      z.object({
        /** The processor's id, or one made of its lines. */
        id: z.string(),
        /** The day it was paid. */
        date: calendarDate,
        currency,
        /** What reached the bank: negative where it was debited. */
        amount: decimalString,
        /** What the processor kept, in the lines. */
        fees: decimalString,
        /** How many it has. */
        lines: z.number().int(),
        /** Whether it is stored already. */
        known: z.boolean(),
      }),
    ),
    /** How many payouts an import would store. */
    payout_count: z.number().int(),
    /** How many lines they have. */
    line_count: z.number().int(),
    /** The first 200 rows and payouts that can't be imported. */
    errors: z.array(rowNote),
    /** How many there are. */
    error_count: z.number().int(),
    /** Rows that are in no payout, by reason. */
    left_out: z.array(
      z.object({
        /** Why they are in none. */
        reason: z.string(),
        /** How many they are. */
        rows: z.number().int(),
        /** The first of them. */
        first_row: z.number().int(),
      }),
    ),
    /** How it was read, for people. */
    notes: z.array(z.string()),
    /** Why nothing of it can be imported, and what to do; null where payouts can. */
    problem: z.string().nullable(),
    /** A date that may be two days: `date_order` decides. */
    undecided_date: z
      .object({
        /** As it is written. */
        text: z.string(),
        /** Where it is. */
        row: z.number().int(),
        /** The days that it may be. */
        readings: z.array(
          z.object({
            /** The order that reads it so. */
            date_order: z.enum(["mdy", "dmy", "ymd"]),
            /** The day. */
            date: calendarDate,
          }),
        ),
      })
      .nullable(),
    /** It names no currency: `currency` decides. */
    needs_currency: z.boolean(),
  }),
});
export type PayoutMapping = z.infer<typeof payoutMapping>;
export type PayoutFilePreview = z.infer<typeof previewPayoutFile.response>;

/** All of its payouts or none. Payouts that are stored already are left as they are. */
export const importPayoutFile = defineEndpoint({
  method: "POST",
  path: "/payout-files/import/",
  work: "bulk",
  largeBody: true,
  summary: "Import a file of payouts",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  problems: ["already_exists", "not_found", "unusable_input"],
  body: payoutFile.extend({
    /** The name of a new processor by file. */
    name: name(100).min(1).optional(),
    /** Imports the payouts that can be read; false: none where a row or payout can't be. */
    skip_errors: z.boolean().default(false),
  }),
  response: messageResponse.extend({
    /** The import. */
    payout_import: payoutImport,
  }),
});
