import { describe, expect, it } from "vitest";
import { customerProfile, personName, topCustomer } from "@/matching/engine/customer-profile";

describe("a customer's profile", () => {
  it("has no blanks, no repetitions, and one address per entry", () => {
    const profile = customerProfile({
      id: " 58 ",
      names: ["Lee & Co.", "", null, " Lee & Co. ", "Ann Lee"],
      parent: " ",
      emails: ["ann@lee.example, pay@lee.example;", "pay@lee.example", undefined],
      phones: ["(650) 555-0987"],
    });
    expect(profile).toEqual({
      id: "58",
      names: ["Lee & Co.", "Ann Lee"],
      emails: ["ann@lee.example", "pay@lee.example"],
      phones: ["(650) 555-0987"],
    });
  });

  it("is null when nothing is known", () => {
    expect(customerProfile({})).toBeNull();
    expect(customerProfile({ id: "", names: [" "], emails: [","], phones: [null] })).toBeNull();
  });
});

it.each([
  ["Lee Group:Heating:Roof", "Lee Group"],
  ["Lee Group", undefined],
  [":Roof", undefined],
  [null, undefined],
])("at the top of %j is %j", (fullName, top) => {
  expect(topCustomer(fullName)).toBe(top);
});

it.each([
  ["Ann", "Lee", "Ann Lee"],
  [" Ann ", null, "Ann"],
  ["Lee", "Lee", "Lee Lee"],
  [undefined, "", ""],
])("%j %j is named %j", (given, family, name) => {
  expect(personName(given, family)).toBe(name);
});
