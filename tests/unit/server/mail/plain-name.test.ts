import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { plainName } from "@/server/mail/rich-mail";

describe("a name in a mail to strangers", () => {
  test.each([
    ["Rosewood Studio, Inc.", "Rosewood Studio, Inc."],
    ["O'Brien & Söhne (Köln)", "O'Brien & Söhne (Köln)"],
    ["株式会社ローズ", "株式会社ローズ"],
    ["Acme\r\nBcc: victim@innocent.test", "Acme Bcc victim innocent test"],
    ["<b>Acme</b>", "b Acme b"],
    ["http://evil.test/confirm", "http evil test confirm"],
    ["evil．test", "evil test"],
    ["evil。test", "evil test"],
    ["Acme\u202e\u200b", "Acme"],
    ["  ", ""],
    ["x".repeat(61), `${"x".repeat(60)}…`],
  ])("%j becomes %j", (name, plain) => {
    expect(plainName(name)).toBe(plain);
  });

  test("is one line without markup or anything to be taken for a link, whatever it was", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (name) => {
        const plain = plainName(name);
        expect([...plain].length).toBeLessThanOrEqual(61);
        expect(plain).not.toMatch(/[\r\n\t<>"@:/\\\u2028\u2029]|\.\S/);
      }),
    );
  });
});
