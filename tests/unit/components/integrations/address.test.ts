import { describe, expect, it } from "vitest";
import { readAddress, writeAddress } from "@/components/integrations/address";

const read = (search: string) => readAddress(new URLSearchParams(search));

describe("the address of the integrations page", () => {
  it("begins with the payment processors, and no form", () => {
    expect(read("")).toEqual({ tab: "payment-processors", connect: null });
    expect(writeAddress(read(""))).toBe("");
  });

  it("reads back what it wrote", () => {
    for (const search of [
      "?tab=accounting",
      "?connect=authorize",
      "?tab=accounting&connect=stripe",
    ])
      expect(writeAddress(read(search))).toBe(search);
  });

  it("leaves out what it does not know", () => {
    expect(read("?tab=banks&connect=paypal")).toEqual({
      tab: "payment-processors",
      connect: null,
    });
  });
});
