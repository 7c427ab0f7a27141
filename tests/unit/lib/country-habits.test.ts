import { describe, expect, it, test } from "vitest";
import { timeZone } from "@/lib/contracts/time-zone";
import { countryName, dateFormatOf, taxNameOf, timeZoneOf } from "@/lib/country-habits";

const place = (country: string, region = "", zone = "") => ({ country, region, timeZone: zone });

test.each([
  ["US", "MM-DD-YYYY", "Sales tax"],
  ["GB", "DD-MM-YYYY", "VAT"],
  ["IE", "DD-MM-YYYY", "VAT"],
  ["FR", "DD-MM-YYYY", "VAT"],
  ["AU", "DD-MM-YYYY", "GST"],
  ["NZ", "DD-MM-YYYY", "GST"],
  ["CA", "YYYY-MM-DD", "GST/HST"],
  ["JP", "YYYY-MM-DD", "Tax"],
  ["BR", "DD-MM-YYYY", "Tax"],
  ["PR", "MM-DD-YYYY", "Tax"],
] as const)("%s writes %s and charges %s", (country, format, tax) => {
  expect(dateFormatOf(country)).toBe(format);
  expect(taxNameOf(country)).toBe(tax);
});

test.each(["", "ZZ", "us", "Germany", "QQ"])("%j is no country", (country) => {
  expect(countryName(country)).toBeNull();
  expect(dateFormatOf(country)).toBeNull();
  expect(taxNameOf(country)).toBe("Tax");
  expect(timeZoneOf(place(country), "Europe/Paris")).toBeNull();
});

describe("the time zone", () => {
  it.each([
    [place("GB"), "Europe/London"],
    [place("IE"), "Europe/Dublin"],
    [place("NZ"), "Pacific/Auckland"],
    [place("US", "CA"), "America/Los_Angeles"],
    [place("US", " hi "), "Pacific/Honolulu"],
    [place("US", "AZ"), "America/Phoenix"],
    [place("CA", "NL"), "America/St_Johns"],
    [place("AU", "WA"), "Australia/Perth"],
    [place("US", "WA"), "America/Los_Angeles"],
    // Nothing of a region is known: where most are.
    [place("AU"), "Australia/Sydney"],
    [place("US", "??"), "America/New_York"],
    // What the ledger states goes before what its address lets expect.
    [place("US", "CA", "America/Denver"), "America/Denver"],
    // An abbreviation has no summer time.
    [place("US", "CA", "EST"), "America/Los_Angeles"],
    [place("US", "CA", "Not/A_Zone"), "America/Los_Angeles"],
  ])("of %o is %s", (of, zone) => {
    expect(timeZoneOf(of, null)).toBe(zone);
  });

  it("is the user's own where the country has it and the address says nothing", () => {
    expect(timeZoneOf(place("US"), "America/Chicago")).toBe("America/Chicago");
    expect(timeZoneOf(place("US", "CA"), "America/Chicago")).toBe("America/Los_Angeles");
    expect(timeZoneOf(place("AU"), "Europe/London")).toBe("Australia/Sydney");
    expect(timeZoneOf(place("GB"), "America/Chicago")).toBe("Europe/London");
  });

  it("is one that settings take, for every country and region that is listed", () => {
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    const pairs = [...letters].flatMap((first) => [...letters].map((second) => first + second));
    const regions = [
      ...pairs,
      "NSW",
      "VIC",
      "QLD",
      "TAS",
      "ACT",
      "BCN",
      "BCS",
      "SON",
      "SIN",
      "ROO",
    ];
    for (const country of pairs) {
      const several = ["US", "CA", "AU", "BR", "MX"].includes(country) ? regions : [""];
      for (const region of several) {
        const zone = timeZoneOf(place(country, region), null);
        if (zone !== null) expect(timeZone.safeParse(zone).success, zone).toBe(true);
      }
    }
  });
});
