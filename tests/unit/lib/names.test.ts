import { describe, expect, test } from "vitest";
import { registration } from "@/lib/contracts/accounts";
import { apiTokenForm } from "@/lib/contracts/api-tokens";
import { companyForm } from "@/lib/contracts/companies";
import { profileChange } from "@/lib/contracts/profile";
import { questionForm } from "@/lib/contracts/questions";
import { isVisible, nameKey } from "@/lib/names";

const password = "seven silent lighthouses";
/** What every place where a name is entered makes of it; null: refused. */
const PLACES: [string, (name: string) => string | null][] = [
  [
    "username",
    (username) =>
      registration.safeParse({
        ...{ username, email: "ada@example.com", password, password_confirm: password },
      }).data?.username ?? null,
  ],
  [
    "API token",
    (name) =>
      apiTokenForm.safeParse({ name, role: "viewer", expires_in_days: null }).data?.name ?? null,
  ],
  ["company", (company_name) => companyForm.safeParse({ company_name }).data?.company_name ?? null],
  ["first name", (first_name) => profileChange.shape.first_name.safeParse(first_name).data ?? null],
  ["last name", (last_name) => profileChange.shape.last_name.safeParse(last_name).data ?? null],
  [
    "offered name",
    (offered) => questionForm.shape.suggestions.safeParse([offered]).data?.[0] ?? null,
  ],
];
const UNIQUE = PLACES.slice(0, 2);
const OTHERS = PLACES.slice(2);

describe.each(PLACES)("a name: %s", (_, entered) => {
  test.each([
    ["zero width space", "dem\u200bo"],
    ["Hangul filler", "\u3164\u3164"],
    ["halfwidth filler", "Ada\uffa0"],
    ["soft hyphen", "Ada\u00adLovelace"],
    ["braille blank", "\u2800\u2800"],
    ["tags", "Ada\u{e0061}\u{e0064}"],
    ["variation selector alone", "Ada\ufe00"],
    ["ideographic variation", "Ada\u{e0100}"],
    ["grapheme joiner", "Ad\u034fa"],
    ["word joiner", "Ada\u2060"],
    ["byte order mark", "A\ufeffda"],
    ["joiner between Latin letters", "A\u200dda"],
    ["non-joiner at the end", "Ada\u200c"],
    ["reading direction", "Ada\u202eecila"],
    ["isolate", "Ada\u2066x\u2069"],
    ["Khmer inherent vowel", "Ada\u17b4"],
    ["private use", "Ada\ue000"],
    ["unassigned", "Ada\u{2fe0}"],
    ["half of a sign", "Ada\ud800"],
    ["object replacement", "Ada\ufffc"],
    ["blank hieroglyph", "Ada\u{13441}"],
    ["marks alone", "\u0301\u0301"],
    ["a heap of marks", `Ad${"\u0301\u0302".repeat(6)}a`],
    ["line break", "Ada\nLovelace"],
  ])("is refused with %s", (_, name) => {
    expect(entered(name)).toBeNull();
  });

  test.each([
    "Ada Lovelace",
    "Zoë O’Brien-Smith",
    "株式会社ローズ",
    "Ολυμπία",
    "Анна",
    "עִבְרִית",
    "ไทยแลนด์",
    "नमस्ते",
    "☕ Café",
    "R2-D2",
  ])("%s stays as it is", (name) => {
    expect(entered(name)).toBe(name);
  });

  test("is written in one way", () => {
    expect(entered("  Ada\u00a0\u3000 Lovelace ")).toBe("Ada Lovelace");
    expect(entered("Jose\u0301")).toBe("José");
  });
});

test.each(OTHERS)("%s: joiners stay where letters and emoji are joined", (_, entered) => {
  for (const name of [
    "علی‌رضا",
    "ക്‍",
    "क्‍ष",
    "ක්‍ර",
    "👩‍🌾 Farm",
    "❤️ Bakery",
    "👩🏽‍💻 Code",
    "1️⃣ First",
  ]) {
    expect(entered(name), name).toBe(name.normalize("NFC"));
  }
});

test.each(UNIQUE)("%s: nothing passes for another one", (_, entered) => {
  expect(entered("ｄｅｍｏ")).toBe("demo");
  expect(entered("\u{1d41d}emo")).toBe("demo");
  for (const name of ["dеmo", "\u{1d41d}ем\u043e", "Οmega one", "علی‌رضا", "❤️x"]) {
    expect(entered(name), name).toBeNull();
  }
});

test("the key of a name is the same for all that look like it", () => {
  for (const name of ["demo", "DEMO", "ｄｅｍｏ", "de\u200bmo", " demo\u00a0", "\u{1d41d}emo"]) {
    expect(nameKey(name)).toBe("demo");
  }
  expect(nameKey("Jose\u0301")).toBe(nameKey("JOSÉ"));
  expect(nameKey("a  b")).toBe("a b");
  expect(isVisible("")).toBe(true);
});
