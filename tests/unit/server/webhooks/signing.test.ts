import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { signedHeaders } from "@/server/webhooks/signing";

/** Of the specification's reference implementations. */
const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const id = "msg_p5jXN8AQM9LWM0D4loKWxJek";

test("signs as the specification's example", () => {
  const [at, body] = [1614265330, '{"test": 2432232314}'];
  const headers = signedHeaders({ current: secret, previous: null }, { id, at, body });
  expect(headers).toEqual({
    "webhook-id": id,
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  });
  expect(headers["webhook-signature"]).toBe(
    new Webhook(secret).sign(id, new Date(at * 1000), body),
  );
});

test("the secret before signs too, until its day is over", () => {
  const [at, body] = [Math.floor(Date.now() / 1000), "{}"];
  const older = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  const headersUntil = (until: number) =>
    signedHeaders({ current: secret, previous: { secret: older, until } }, { id, at, body });
  const during = headersUntil(Date.now() + 60_000);
  for (const each of [secret, older]) expect(new Webhook(each).verify(body, during)).toEqual({});
  const after = headersUntil(Date.now() - 1);
  expect(new Webhook(secret).verify(body, after)).toEqual({});
  expect(() => new Webhook(older).verify(body, after)).toThrow("No matching signature");
});
