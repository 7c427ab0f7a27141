import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ReviewSentence } from "@/components/review/review-sentence";
import { companiesQuery } from "@/components/session/companies";
import { CompanyProvider } from "@/components/session/company-provider";

const ready = { count: 2, from: null, to: null, totals: [], closed: 0 };
const words = (already: number, look: number, waiting: object[] = [], ledger = "quickbook") => {
  const client = new QueryClient();
  client.setQueryData(companiesQuery.queryKey, { companies: [], current: "", ledger } as never);
  const review = { ready, waiting, already, look } as never;
  const sentence = createElement(ReviewSentence, { review });
  const inCompany = createElement(CompanyProvider, null, sentence);
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, inCompany));
};

test("what is not ready is counted in words that agree", () => {
  expect(words(1, 1)).toBe("2 ready to post · 1 is in QuickBooks already · 1 to review");
  expect(words(2, 2)).toBe("2 ready to post · 2 are in QuickBooks already · 2 to review");
});

test("names the ledger that is connected", () => {
  expect(words(1, 0, [], "xero")).toBe("2 ready to post · 1 is in Xero already");
});

test("what something is missing for is told, by what it is", () => {
  const groups = [
    { count: 3, waits_for: "an expense category in Authorize.Net Settings" },
    { count: 1, waits_for: "a EUR bank account" },
  ];
  expect(words(0, 0, groups)).toBe(
    "2 ready to post · 3 wait for an expense category in Authorize.Net Settings, 1 for a EUR bank account",
  );
  expect(words(0, 0, groups.slice(1))).toBe("2 ready to post · 1 waits for a EUR bank account");
});
