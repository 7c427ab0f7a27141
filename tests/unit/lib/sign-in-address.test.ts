import { describe, expect, it } from "vitest";
import { addressAfterSignIn, signInAddress } from "@/lib/sign-in-address";

describe("the way back after sign-in", () => {
  it.each(["/transactions?status=pending&page=2", "/transaction/7", "/settings#general"])(
    "leads to %s",
    (origin) => {
      expect(addressAfterSignIn(signInAddress(origin).replace("/login", ""))).toBe(origin);
    },
  );

  it.each([
    "",
    "?next=",
    "?next=https://evil.example/",
    "?next=//evil.example",
    "?next=/%5Cevil.example",
    "?next=/%09/evil.example",
    "?next=%2F.%2F%2Fevil.example%2Fphish",
    "?next=%2Fx%2F..%2F%2Fevil.example",
    "?next=%2F.%2F%5Cevil.example",
    "?next=%2F%252e%2F%2Fevil.example",
    "?next=javascript:alert(1)",
    "?next=transactions",
  ])("is the dashboard for %j", (search) => {
    expect(addressAfterSignIn(search)).toBe("/dashboard");
  });
});
