import { expect, test } from "vitest";
import { questionMail } from "@/server/line-decisions/questions/ask-client";

const facts = {
  company: "Rosewood Studio",
  asker: "Ada Byron",
  amount: "64.50 USD",
  date: "November 2, 2026",
  token: "T".repeat(43),
};

test("the mail says who asks about which payment, and has one link to answer", () => {
  const { subject, text, html = "" } = questionMail(facts);
  expect(subject).toBe("A question about a payment");
  expect(text).toContain(
    "Ada Byron of Rosewood Studio asks you about a payment of 64.50 USD on November 2, 2026.",
  );
  expect(text.match(/\/question\S+/g)).toEqual([`/question#${facts.token}`]);
  expect(html.match(/href="[^"]*\/question#[^"]*"/g)).toHaveLength(1);
});

test("it holds without usable names", () => {
  expect(questionMail({ ...facts, asker: "<>" }).text).toContain("\nRosewood Studio asks you");
  expect(questionMail({ ...facts, company: "://", asker: "" }).text).toContain(
    "\nA company asks you",
  );
});

test("names can't become markup", () => {
  const { html = "" } = questionMail({ ...facts, company: "<script>x</script> & Co", asker: "" });
  expect(html).not.toContain("<script");
  expect(html).toContain("script x script &amp; Co");
});
