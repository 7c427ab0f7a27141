import { expect, test } from "vitest";
import { adminDb } from "../support/admin-db";
import { ok } from "../support/client";
import { MatchingBooks } from "../support/matching-books";

test("the history names who decided each part, and no one for what the program did", async () => {
  const books = await MatchingBooks.create();
  await books.chooseReceipts();
  const { username } = await adminDb().user.findUniqueOrThrow({ where: { id: books.userId } });
  const deposit = await books.deposit([
    { gross: 100_00, customer: "Ann Baker" },
    { gross: 60_00, customer: "Cora Dunn" },
    { gross: 70_00, customer: "Dan Ek" },
    { gross: 80_00, customer: "Eve Fay" },
  ]);
  await books.payment({ amount: 100_00, customer: "Ann Baker" });
  const chosen = await books.payment({ amount: 80_00, customer: "Fay Industries", note: "check" });
  const [, cora, dan, eve] = deposit.lines.map(({ id }) => id);
  const receipt = { customer: null, item_id: "31", date: "2026-03-05" };
  for (const line of [cora, dan]) {
    await ok("POST", "/qb/plan-receipt/", books.token, {
      ...{ deposit_id: deposit.id, line_ids: [line], receipt },
    });
  }
  await ok("POST", "/qb/match-line/", books.token, {
    ...{ deposit_id: deposit.id, line_id: eve, payment_ids: [chosen.providerId] },
  });
  const { history } = await ok("GET", `/qb/deposit/?deposit_id=${deposit.id}`, books.token);
  expect(
    history.map(({ text, who }: { text: string; who: string }) => [text, who]).slice(0, 2),
  ).toEqual([
    [
      `Matched: 2 payments recorded by ${username}, 1 line matched by ${username} and 1 by Auto Match`,
      "Deposit Matcher",
    ],
    [`Payment chosen for a line: Payment ${chosen.providerId}`, username],
  ]);
});
