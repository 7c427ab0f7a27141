import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ReviewSentence } from "@/components/review/review-sentence";

const ready = { count: 2, from: null, to: null, totals: [], closed: 0 };
const words = (already: number, look: number) =>
  renderToStaticMarkup(
    createElement(ReviewSentence, { review: { ready, already, look } as never }),
  );

test("what is not ready is counted in words that agree", () => {
  expect(words(1, 1)).toBe("2 deposits are ready · 1 is in QuickBooks already · 1 to review");
  expect(words(2, 2)).toBe("2 deposits are ready · 2 are in QuickBooks already · 2 to review");
});
