import { describe, expect, test } from "vitest";
import { questionForm } from "@/lib/contracts/questions";
import { hasLink } from "@/lib/link-text";

const asks = (question: string) => questionForm.shape.question.safeParse(question).success;

describe("a question can't contain", () => {
  test.each([
    "Confirm at http://evil.test",
    "HTTP：//evil.test",
    "http:\\\\evil.test",
    "http:evil",
    "hxxp://evil.test",
    "See www.evil.test",
    "ｗｗｗ.evil.test",
    "www2.evil.test",
    "evil.test/login",
    "evil.test:8443",
    "evil.test?next=1",
    "evil.com",
    "Evil.COM!",
    "(evil.com)",
    "pay at evil.co.uk",
    "evil.com.",
    "bit.ly/3xYz",
    "t.me/evil",
    "x.com",
    "evil。com",
    "evil｡com",
    "evil．com",
    "evil․com",
    "ev\u00adil.com",
    "evil.\u200bcom",
    "evil\u2060.com",
    "𝐞𝐯𝐢𝐥.𝐜𝐨𝐦",
    "ⓔⓥⓘⓛ.ⓒⓞⓜ",
    "👻.com",
    "пример.рф",
    "例子.中国",
    "xn--80ak6aa92e.com",
    "//evil.test",
    "\\\\evil\\share",
    "mailto:a@evil.test",
    "Write to a@evil.test",
    "ａ＠evil.test",
    "javascript:alert(1)",
    "JavaScript：alert(1)",
    "data:text/html,x",
    "tel:+15551234",
    "file:x",
    "192.0.2.1/login",
    "192.0.2.1:8080",
  ])("%j", (text) => {
    expect(hasLink(text)).toBe(true);
    expect(asks(text)).toBe(false);
  });
});

describe("a bookkeeper's question may contain", () => {
  test.each([
    "Was it No. 5.10 or 6.30?",
    "Who paid 64.50 on Nov 2?",
    "Is 1.234.567.890 right, or 1,234.50?",
    "5@3.50 each, or 12 @ 4.00?",
    "Inc.Ltd",
    "Smith & Co. or Smith Inc.?",
    "e.g.this, i.e.we mean that",
    "Was it St.Mary?",
    "at 9 a.m. or 10.am, 3.pm, or 10 p.m.?",
    "See invoice.pdf or list.xlsx",
    "Ref. A.B.C-12.3/4",
    "2.5/3 hours, and/or w/o tax",
    "Tel: 555 1234. Note: paid",
    "Paid.Was it you?",
    "Who is “J. R. Smith”?",
    "谢谢。中国银行付的吗？",
    "Dr.med.Müller oder z.B.die Praxis?",
    "Rent for Apt.12B",
    "علی‌رضا پرداخت کرد؟",
  ])("%j", (text) => {
    expect(hasLink(text)).toBe(false);
    expect(asks(text)).toBe(true);
  });
});
