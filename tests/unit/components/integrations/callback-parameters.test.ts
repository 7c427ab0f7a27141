import { describe, expect, it } from "vitest";
import { readParameters, refusalText } from "@/components/integrations/provider-callback";

describe("readParameters", () => {
  const names = ["code", "realmId", "state"] as const;

  it("returns all of them", () => {
    const params = new URLSearchParams("code=c&state=s&realmId=9&more=1");
    expect(readParameters(params, names)).toEqual({ code: "c", realmId: "9", state: "s" });
  });

  it("returns null when one is missing or empty", () => {
    expect(readParameters(new URLSearchParams("code=c&state=s"), names)).toBeNull();
    expect(readParameters(new URLSearchParams("code=&state=s&realmId=9"), names)).toBeNull();
  });
});

describe("refusalText", () => {
  it("reports denied access, and nothing in other cases", () => {
    expect(refusalText(new URLSearchParams("error=access_denied"), "Stripe")).toBe(
      "Access to Stripe wasn't approved. Nothing changed.",
    );
    expect(refusalText(new URLSearchParams("error=server_error"), "Stripe")).toBeUndefined();
    expect(refusalText(new URLSearchParams(), "Stripe")).toBeUndefined();
  });
});
