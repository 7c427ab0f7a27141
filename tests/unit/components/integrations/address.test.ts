import { describe, expect, it } from "vitest";
import { readAddress, writeAddress } from "@/components/integrations/use-page-address";

const read = (search: string) => readAddress(new URLSearchParams(search));

describe("the address of the integrations page", () => {
  it("defaults to the payment processors without a form", () => {
    expect(read("")).toEqual({ tab: "payment-processors", connect: null, settings: null });
    expect(writeAddress(read(""))).toBe("");
  });

  it("reads back what it wrote", () => {
    for (const search of [
      "?tab=accounting",
      "?connect=authorize",
      "?connect=file",
      "?tab=accounting&connect=stripe",
      "?tab=accounting&settings=quickbook",
    ])
      expect(writeAddress(read(search))).toBe(search);
  });

  it("omits unknown values", () => {
    expect(read("?tab=banks&connect=xero&settings=sage")).toEqual({
      tab: "payment-processors",
      connect: null,
      settings: null,
    });
  });
});
