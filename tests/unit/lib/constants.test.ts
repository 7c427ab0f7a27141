import { expect, expectTypeOf, test } from "vitest";
import type * as Stored from "@/generated/prisma/enums";
import * as stored from "@/generated/prisma/enums";
import {
  DEPOSIT_STATUSES,
  LINE_KINDS,
  type LineKind,
  PAYOUT_STATUSES,
  type PayoutStatus,
  POSTING_STATES,
} from "@/lib/constants/deposits";
import {
  MATCH_KINDS,
  MATCH_ORIGINS,
  MATCHING_ALGORITHMS,
  type MatchingAlgorithm,
  type MatchKind,
  type MatchOrigin,
} from "@/lib/constants/matches";
import { LEDGER_PAYMENT_KINDS, type LedgerPaymentKind } from "@/lib/constants/payments";
import { RUN_STATES, type RunState } from "@/lib/constants/runs";
import { notification } from "@/lib/contracts/notifications";
import type { Algorithm, MatchKind as FoundKind } from "@/matching/engine/contract";

test.each([
  ["deposit status", DEPOSIT_STATUSES, stored.DepositStatus],
  ["payout status", PAYOUT_STATUSES, stored.PayoutStatus],
  ["line kind", LINE_KINDS, stored.LineKind],
  ["posting state", [...POSTING_STATES, "undone"], stored.PostingState],
  ["run state", RUN_STATES, stored.RunState],
  ["ledger payment kind", LEDGER_PAYMENT_KINDS, stored.LedgerPaymentKind],
  ["match kind", MATCH_KINDS, stored.MatchKind],
  ["match origin", MATCH_ORIGINS, stored.MatchOrigin],
  ["matching algorithm", MATCHING_ALGORITHMS, stored.MatchingAlgorithm],
  ["notification kind", notification.shape.kind.options, stored.NotificationKind],
])("the database holds each %s that the contracts name, and no other", (_, listed, kept) => {
  expect([...listed]).toEqual(Object.values(kept));
});

test("types of contracts, engine and database agree", () => {
  expectTypeOf<PayoutStatus>().toEqualTypeOf<Stored.PayoutStatus>();
  expectTypeOf<LineKind>().toEqualTypeOf<Stored.LineKind>();
  expectTypeOf<RunState>().toEqualTypeOf<Stored.RunState>();
  expectTypeOf<LedgerPaymentKind>().toEqualTypeOf<Stored.LedgerPaymentKind>();
  expectTypeOf<MatchOrigin>().toEqualTypeOf<Stored.MatchOrigin>();
  expectTypeOf<MatchKind>().toEqualTypeOf<Stored.MatchKind>();
  expectTypeOf<MatchKind>().toEqualTypeOf<FoundKind>();
  expectTypeOf<MatchingAlgorithm>().toEqualTypeOf<Stored.MatchingAlgorithm>();
  expectTypeOf<MatchingAlgorithm>().toEqualTypeOf<Algorithm>();
});
