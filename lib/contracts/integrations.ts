import { isFilterDate } from "@/lib/constants/deposits";
import { RUN_STATES } from "@/lib/constants/runs";
import { calendarDate, instant, messageResponse } from "@/lib/contracts/common";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import { sourceType } from "@/lib/contracts/source-type";
import { listProviders } from "@/lib/providers/list";
import * as z from "@/lib/zod";

/**
 * A provider, in the documented spelling.
 * @schema IntegrationType
 */
const integrationType = z.enum(listProviders().map(({ wire }) => wire));

/**
 * A connection to an account at a provider.
 * @schema Integration
 */
export const integration = z.object({
  /** The connection's id: there may be several of a type. */
  id: z.uuid(),
  integration_type: integrationType,
  /** expired: has to be connected again. */
  status: z.enum(["connected", "expired"]),
  /** The account's own name at the provider. */
  display_name: z.string(),
  /** False: the provider's test environment. */
  livemode: z.boolean(),
  /** Earlier payouts are not posted automatically, only from the review; null: no such day. */
  posts_from: calendarDate.nullable(),
  last_synced_at: instant.nullable(),
  /** What is chosen for it, as QuickBooks' ids and names. quickbook: default_bank, default_bank_name, clearing_account, clearing_account_name. xero: default_bank, default_bank_name, payment_accounts (how many accounts that payments wait in are chosen; with "0" nothing is matched), payment_account_names. stripe, authorize: id, Name of the expense category. */
  meta_data: z.record(z.string(), z.string()),
  /** Which account it is. */
  authorized_account: z.object({
    /** The login id of processors that have one, else empty. */
    login_id: z.string(),
  }),
  /** Present while another company in this installation has connected the same account. */
  shared: z.literal(true).optional(),
  /** Present for books that another company in this installation had connected first: whether this one posts, only matches, or has yet to decide. */
  shared_use: z.enum(["undecided", "posts", "matches"]).optional(),
});
export type Integration = z.infer<typeof integration>;

/**
 * How much of the monthly allowance of reads that Intuit grants this installation is used, by all its companies together.
 * @schema MonthlyReads
 */
export const monthlyReads = z.object({
  /** Whole percent; less than 80 only with `refused_since` or `own_part`. */
  used_percent: z.number().int(),
  /** QuickBooks refuses further reads until `renews_on`. We still try one an hour. */
  is_used_up: z.boolean(),
  /** The first day with a new allowance. */
  renews_on: calendarDate,
  /**
   * Since when; only there once QuickBooks has refused every read for hours, although this installation has not used up its
   * allowance: one read an hour is tried.
   */
  refused_since: instant.optional(),
  /** Present while the company has used up its own share: what has to wait, and until when. */
  own_part: z
    .object({
      /** lists: what people choose from; everything: syncs and postings too. */
      waiting: z.enum(["lists", "everything"]),
      /** When it resumes. */
      until: instant,
    })
    .optional(),
});
export type MonthlyReads = z.infer<typeof monthlyReads>;

/**
 * How many calls Xero leaves the organisation, as it last said. It takes 60 a minute, and 5,000 a day (1,000 in its free
 * tier).
 * @schema XeroCalls
 */
export const xeroCalls = z.object({
  /** Of the day's. Imports leave the last 200 to people and postings. */
  left_today: z.number().int(),
  /** Of the minute's; null when Xero said it more than a minute ago. */
  left_this_minute: z.number().int().nullable(),
  /** When Xero said so. */
  noted_at: instant,
  /** Present while calls wait: for the next minute, for Xero's next day, or because Xero asked for a pause. */
  waiting: z
    .object({
      /** imports: postings and what people ask for go on. */
      what: z.enum(["imports", "everything"]),
      /** When they go on. */
      until: instant,
    })
    .optional(),
});
export type XeroCalls = z.infer<typeof xeroCalls>;

export const integrationList = defineEndpoint({
  method: "GET",
  path: "/user/integrations/",
  summary: "List the connected providers",
  access: "session",
  role: "viewer",
  apiTokens: true,
  response: z.object({
    /** Those that are connected or expired. */
    integrations: z.array(integration),
    /** With QuickBooks connected, while at least 80% of them or the company's own share are used up, or QuickBooks refuses them all. */
    monthly_reads: monthlyReads.optional(),
    /** With Xero connected, from its first answer until a day after its last. */
    xero_calls: xeroCalls.optional(),
  }),
});

/**
 * A sync of a connection.
 * @schema SyncRun
 */
export const syncRun = z.object({
  /** The run's id. */
  id: z.uuid(),
  connection_id: z.uuid(),
  integration_type: integrationType,
  /** queued and running ones are under way. */
  state: z.enum(RUN_STATES),
  /** What it does now, for people; empty before it starts. */
  stage: z.string(),
  /** How much of the stage is done: payouts or payments. */
  done: z.number().int(),
  /** Of how many; null until it is known. */
  total: z.number().int().nullable(),
  /** What came of it, for people: what was imported, or why it failed. Empty while it runs. */
  message: z.string(),
  /** Null while it waits. */
  started_at: instant.nullable(),
  /** Null until it ends. */
  finished_at: instant.nullable(),
});
export type SyncRun = z.infer<typeof syncRun>;

/** The latest 20, newest first, or the one with `run_id`, with their progress. */
export const syncRunList = defineEndpoint({
  method: "GET",
  path: "/sync-runs/",
  summary: "List syncs",
  access: "session",
  role: "viewer",
  apiTokens: true,
  unattended: true,
  problems: ["not_found"],
  query: z.object({
    /** One run, however old, in place of the latest ones; 404 when there is none. */
    run_id: z.uuid().optional(),
  }),
  response: z.object({ runs: z.array(syncRun) }),
});

/** Imported data is kept. */
export const cancelSync = defineEndpoint({
  method: "POST",
  path: "/sync-runs/cancel/",
  summary: "Cancel a sync",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  problems: ["already_done", "not_found"],
  body: z.object({
    /** `id` of the run. */
    run_id: z.uuid(),
  }),
  response: messageResponse,
});

/** From which payout date on each payment processor is imported, and the day to offer. */
export const startDates = defineEndpoint({
  method: "GET",
  path: "/settings/start-dates/",
  summary: "Get the start dates of imports",
  access: "session",
  role: "viewer",
  apiTokens: true,
  response: z.object({
    sources: z.array(
      z.object({
        integration_type: sourceType,
        /** The processor's name, for people. */
        name: z.string(),
        /** The first day that is imported; null: every payout is. */
        start_date: calendarDate.nullable(),
      }),
    ),
    /** The day to offer: the first one of this month, or of the open period of the books where that is later. */
    suggested: calendarDate,
    /** The last closed day of the books; null while every day is open, or it isn't known. */
    closed_until: calendarDate.nullable(),
  }),
});
export type StartDates = z.infer<typeof startDates.response>;

export const saveStartDate = defineEndpoint({
  method: "PUT",
  path: "/settings/start-dates/",
  work: "sync",
  summary: "Import a payment processor's payouts from an earlier day on",
  access: "session",
  role: "admin",
  apiTokens: true,
  problems: ["already_done", "not_connected", "paused"],
  body: z.object({
    integration_type: sourceType,
    /** The first day to import; null: from the first payout on. */
    start_date: calendarDate.refine(isFilterDate, "Must be a date").nullable(),
  }),
  response: messageResponse,
});

/** They are books that another company in this installation has connected too. */
export const saveSharedUse = defineEndpoint({
  method: "PUT",
  path: "/settings/shared-books/",
  summary: "Choose whether to post into shared books",
  access: "session",
  role: "admin",
  apiTokens: true,
  problems: ["not_connected", "wrong_step"],
  body: z.object({
    /** Whether this company posts; false: it only matches, and posts nothing automatically. */
    posts: z.boolean(),
  }),
  response: messageResponse,
});

/** Imported data is kept. */
export const disconnectConnection = defineEndpoint({
  method: "POST",
  path: "/integrations/disconnect/",
  summary: "Disconnect one of several accounts at a provider",
  access: "session",
  role: "admin",
  apiTokens: true,
  problems: ["not_connected", "not_found", "paused"],
  callsProvider: true,
  body: z.object({ connection_id: z.uuid() }),
  response: messageResponse,
});
