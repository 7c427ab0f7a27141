import { describe, expect, test } from "vitest";
import { arrivalErrorText, failureText, loginFailure } from "@/components/auth/failure";
import { ApiError, NetworkError } from "@/lib/api-errors";

const refused = new ApiError(409, "This username is taken", "already_exists", "r");
const offline = new NetworkError("No connection to the server.");
// A proxy's answer, and an answer that breaks its contract.
const unreadable = (status: number) =>
  new ApiError(status, "Something went wrong on the server.", "unexpected_answer", "r");
const NO_NETWORK = "Network error detected. Please check your connection and try again.";

describe("sign-up", () => {
  const texts = {
    refused: "Account creation failed. Please try again.",
    other: "Registration failed. Please try again later.",
  };
  test.each([
    ["the server's words", refused, "This username is taken"],
    ["a refusal without words", unreadable(502), texts.refused],
    ["no network", offline, NO_NETWORK],
    ["an answer that can't be read", unreadable(200), texts.other],
    ["anything else", new TypeError("x"), texts.other],
  ])("%s", (_, error, text) => {
    expect(failureText(error, texts)).toBe(text);
  });
});

describe("login", () => {
  const text = "Invalid username or password";
  test.each([
    ["the server's words", refused, { text: "This username is taken" }],
    ["no network", offline, { text, description: NO_NETWORK }],
    ["a proxy's page", unreadable(502), { text, description: unreadable(502).message }],
    ["anything else", new TypeError("x"), { text }],
  ])("%s", (_, error, failure) => {
    expect(loginFailure(error)).toEqual(failure);
  });
});

test("an unknown code in the address has a sentence too", () => {
  const unknown = "Couldn't sign you in through the provider. Please try again.";
  for (const code of ["OAuthCallback", "internal", "", "toString", "<script>"]) {
    expect(arrivalErrorText(code)).toBe(unknown);
  }
  expect(arrivalErrorText("already_exists")).toMatch(
    /^An account with this email address already exists/,
  );
});
