import { threadId } from "node:worker_threads";
import { toInvoiceMatches } from "@/matching/engine/decision/proposals";
import { rankInvoices } from "@/matching/engine/link-invoices";
import { match } from "@/matching/engine/match";
import type { Answers, BooksAnswer, BooksJob, DivisionJob, InvoicesJob, Job } from "./jobs";
import { changedBooks, plansOf, runOver } from "./kept-runs";

// The program of an engine thread. It has no database, no settings and no secrets; only books that it was sent.

let runs = 0;
/** Threads of a process have different ids, also those that replace one. */
const nextRun = () => threadId * 1_000_000 + ++runs;

/** Does one job. What it throws reaches the caller. */
export default function thread(job: Job): Answers[Job["kind"]] {
  if (job.kind === "books") return answerBooks(job);
  if (job.kind === "invoices") return rank(job);
  return divide(job);
}

function answerBooks(job: BooksJob): BooksAnswer {
  const books = changedBooks(job.change);
  if (!books) return { is: "unknown base" };
  const run = runOver(books, job, nextRun);
  if (!run) return { is: "history needed" };
  if (job.discards) books.run = null;
  const answer = { is: "answered" as const, baseRun: run.number };
  const { question } = job;
  if (question.kind === "plans") {
    const plans = plansOf(books, run, question.only ?? undefined);
    return { ...answer, plans, candidates: new Map() };
  }
  const found = run.latest.candidates(new Set(question.lineIds.map(String)));
  const candidates = new Map(
    [...found].map(([id, each]) => [
      Number(id),
      each.filter(({ paymentId }) => books.payments.has(Number(paymentId))),
    ]),
  );
  return { ...answer, plans: [], candidates };
}

function rank({ items, invoices, history }: InvoicesJob): Answers["invoices"] {
  const options = { algorithm: "smart", history } as const;
  return toInvoiceMatches(rankInvoices(new Map(items), invoices, options));
}

function divide({ deposits, payments, history }: DivisionJob): Answers["division"] {
  const { matches } = match(deposits, payments, { algorithm: "smart", history });
  return matches.map(({ depositId, paymentIds, probability }) => ({
    depositId,
    paymentIds,
    probability,
  }));
}
