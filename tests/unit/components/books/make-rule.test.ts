import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MakeRule } from "@/components/books/make-rule";

test("leads to a rule for lines like this one", () => {
  const html = renderToStaticMarkup(createElement(MakeRule, { depositId: 12, lineId: 34 }));
  expect(html).toContain('href="/settings?tab=rules&amp;from=12.34"');
  expect(html).toContain("Always for lines like this…");
});
