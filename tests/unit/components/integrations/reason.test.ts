import { describe, expect, it } from "vitest";
import { plainReason, withReason } from "@/components/integrations/runs";
import { ApiError, NetworkError } from "@/lib/api-errors";

describe("plainReason", () => {
  it("shows what the user can fix", () => {
    const refused = new ApiError(422, "Stripe doesn't accept this key.", "unusable_input", "r1");
    expect(plainReason(refused)).toBe("Stripe doesn't accept this key.");
    expect(plainReason(new NetworkError("No connection to the server."))).toBe(
      "No connection to the server.",
    );
    expect(withReason(refused)).toEqual({ description: "Stripe doesn't accept this key." });
  });

  it("adds nothing when only time helps, or for a defect of ours", () => {
    const upstream = new ApiError(502, "Stripe did not answer.", "provider_unavailable", "r1");
    expect(plainReason(upstream)).toBeUndefined();
    expect(plainReason(new TypeError("x is not a function"))).toBeUndefined();
    expect(withReason(upstream)).toEqual({});
  });
});
