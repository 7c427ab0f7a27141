import { expect, test } from "vitest";
import { SeenNotifications } from "@/components/notifications/use-notifications";
import type { NotificationView } from "@/lib/contracts/notifications";

function notification(id: string, { minute = 0, read = false } = {}): NotificationView {
  const created_at = new Date(Date.UTC(2026, 10, 21, 12, minute)).toISOString();
  return { id, kind: "match", title: id, body: "", link: "/transactions", created_at, read };
}

const idsOf = (news: NotificationView[]) => news.map(({ id }) => id);

test("notifications of the first read are not new", () => {
  expect(
    new SeenNotifications().take([notification("b", { minute: 2 }), notification("a")]),
  ).toEqual([]);
});

test("later ones are new once, oldest first", () => {
  const seen = new SeenNotifications();
  seen.take([notification("a")]);
  const page = [
    notification("c", { minute: 3 }),
    notification("b", { minute: 2 }),
    notification("a"),
  ];
  expect(idsOf(seen.take(page))).toEqual(["b", "c"]);
  expect(seen.take(page)).toEqual([]);
});

test("a repeated event is new again", () => {
  const seen = new SeenNotifications();
  seen.take([notification("a")]);
  expect(idsOf(seen.take([notification("a", { minute: 5 })]))).toEqual(["a"]);
});

test("one read elsewhere is not new", () => {
  const seen = new SeenNotifications();
  seen.take([]);
  expect(seen.take([notification("a", { read: true })])).toEqual([]);
});

test("one that becomes visible late, with an earlier time, is new too", () => {
  const seen = new SeenNotifications();
  seen.take([notification("b", { minute: 2 })]);
  expect(
    idsOf(seen.take([notification("b", { minute: 2 }), notification("a", { minute: 1 })])),
  ).toEqual(["a"]);
});
