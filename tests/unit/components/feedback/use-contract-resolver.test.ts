import { createFormControl } from "react-hook-form";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { contractResolver } from "@/components/feedback/use-contract-resolver";
import { eventually } from "@/tests/support/eventually";

/** The browser's connection events. */
const connection = { onLine: true };

beforeEach(() => {
  connection.onLine = true;
  vi.stubGlobal("navigator", connection);
  vi.stubGlobal("window", new EventTarget());
});
afterEach(() => vi.unstubAllGlobals());

const contract = () => import("@/lib/contracts/accounts").then(({ credentials }) => credentials);
const options = { fields: {}, shouldUseNativeValidation: false };
const good = { username: " vera ", password: "secret" };

function comeBack() {
  connection.onLine = true;
  window.dispatchEvent(new Event("online"));
}

it("validates by the schema, which is fetched once", async () => {
  const load = vi.fn(contract);
  const { resolver, fetchAhead } = contractResolver(load);
  expect(load).not.toHaveBeenCalled();
  fetchAhead();
  await expect(resolver(good, undefined, options)).resolves.toEqual({
    values: { username: "vera", password: "secret" },
    errors: {},
  });
  await expect(
    resolver({ username: "", password: "short" }, undefined, options),
  ).resolves.toMatchObject({
    errors: {
      username: { message: "Username is required" },
      password: { message: "Password must be at least 6 characters" },
    },
  });
  expect(load).toHaveBeenCalledOnce();
});

it("prefetches once there is a connection; until then nothing is sent", async () => {
  connection.onLine = false;
  const load = vi.fn(contract);
  const { resolver, fetchAhead } = contractResolver(load);
  fetchAhead();
  const refused = await resolver(good, undefined, options);
  expect(Object.keys(refused.errors)).toHaveLength(1);
  expect(load).not.toHaveBeenCalled();
  comeBack();
  await eventually(() => expect(load).toHaveBeenCalledOnce());
  await expect(resolver(good, undefined, options)).resolves.toMatchObject({ errors: {} });
  expect(load).toHaveBeenCalledOnce();
});

it("accepts one of several submits that wait for the code", async () => {
  const { resolver } = contractResolver(contract);
  const submits = [1, 2, 3].map(() => resolver(good, undefined, options));
  const results = await Promise.all(submits);
  expect(results.map(({ errors }) => Object.keys(errors).length)).toEqual([1, 1, 0]);
  // Submits that don't wait all pass: they may validate single fields.
  const checks = await Promise.all([1, 2].map(() => resolver(good, undefined, options)));
  expect(checks.map(({ errors }) => Object.keys(errors).length)).toEqual([0, 0]);
});

it("retries when the connection was lost", async () => {
  const load = vi.fn(contract).mockImplementationOnce(() => {
    connection.onLine = false;
    return Promise.reject(new TypeError("Failed to fetch"));
  });
  const { resolver } = contractResolver(load);
  const checked = resolver(good, undefined, options);
  await eventually(() => expect(load).toHaveBeenCalledOnce());
  comeBack();
  await expect(checked).resolves.toMatchObject({ errors: {} });
});

it("accepts nothing unvalidated when the code can't be loaded, and requests it once more", async () => {
  const load = vi.fn(contract).mockRejectedValueOnce(new TypeError("404"));
  const { resolver } = contractResolver(load);
  const { formControl } = createFormControl({ resolver, defaultValues: good });
  const send = vi.fn();
  const submit = formControl.handleSubmit(send);
  await submit();
  expect(send).not.toHaveBeenCalled();
  await submit();
  expect(send).toHaveBeenCalledOnce();
  expect(send.mock.lastCall?.[0]).toEqual({ username: "vera", password: "secret" });
});
