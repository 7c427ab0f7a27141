import { QueryClientProvider } from "@tanstack/react-query";
import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { providerViews } from "@/components/integrations/catalog";
import { NextStep } from "@/components/integrations/next-step";
import { ProviderCard } from "@/components/integrations/provider-card";
import type { Integration } from "@/lib/contracts/integrations";
import { createQueryClient } from "@/lib/query-client";
import { sampleIntegration } from "../samples";

const REASON = "QuickBooks is not set up here.";
const REDIRECTS = { quickbook: REASON };

function render(node: ReactNode): string {
  const client = createQueryClient();
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, node));
}

const views = (redirects: object, ...connections: Integration[]) =>
  providerViews(connections, new Set(), {
    ...{ redirects, comingSoon: ["paypal", "xero"], keepsEstimates: false },
  });

function card(redirects: object, ...connections: Integration[]) {
  const view = views(redirects, ...connections).find(
    ({ provider }) => provider.id === "quickbooks",
  );
  if (!view) throw new Error("QuickBooks is listed");
  const html = render(createElement(ProviderCard, { view }));
  const [, attributes = "", label] = html.match(/<button([^>]*)>((?:Rec|C)onnect)</) ?? [];
  return { html, attributes, label };
}

describe("a card of what this installation isn't set up for", () => {
  it("says why, and its button can't be pressed", () => {
    const { html, attributes } = card(REDIRECTS);
    expect(attributes).toContain('disabled=""');
    const [, id] = attributes.match(/aria-describedby="([^"]+)"/) ?? [];
    expect(html).toContain(`<p id="${id}" class="text-pretty">${REASON}</p>`);
  });

  it("does the same for a connection that has expired", () => {
    const expired = sampleIntegration({ integration_type: "quickbook", status: "expired" });
    const { html, attributes, label } = card(REDIRECTS, expired);
    expect(label).toBe("Reconnect");
    expect(attributes).toContain('disabled=""');
    expect(html).toContain(REASON);
  });

  it("offers Connect where it is set up", () => {
    const { html, attributes, label } = card({ quickbook: null });
    expect(label).toBe("Connect");
    expect(attributes).not.toMatch(/disabled=""|aria-describedby/);
    expect(html).not.toContain(REASON);
  });
});

describe("the next step of a new company", () => {
  const step = (redirects: object) =>
    render(createElement(NextStep, { views: views(redirects, sampleIntegration()), posted: 0 }));

  it("is no button that can't work", () => {
    expect(step(REDIRECTS)).toContain(REASON);
    expect(step(REDIRECTS)).not.toContain("<button");
    expect(step({ quickbook: null })).toContain(">Continue</button>");
  });
});
