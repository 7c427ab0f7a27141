import { expect, test } from "vitest";
import { networkOf } from "@/server/platform/rate-limit";

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["::FFFF:203.0.113.9", "203.0.113.9"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:0DB8:0001:0002::", "2001:db8:1:2"],
  ["2001:db8:1:2::ffff", "2001:db8:1:2"],
  ["2001:db8::1", "2001:db8:0:0"],
  ["2001:db8:0:0:1::", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
  ["::", "0:0:0:0"],
  ["fe80::1%eth0", "fe80:0:0:0"],
  ["", ""],
  ["unknown", "unknown"],
])("%j belongs to %j", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
