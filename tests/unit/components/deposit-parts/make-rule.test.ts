import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MakeRule } from "@/components/deposit-parts/make-rule";

test("leads to a rule for lines like this one", () => {
  const link = createElement(MakeRule, { depositId: 12, lineId: 34 });
  const html = renderToStaticMarkup(createElement(AppRouterContext, { value: {} as never }, link));
  expect(html).toContain('href="/settings?tab=rules&amp;from=12.34"');
  expect(html).toContain("Always for lines like this…");
});
