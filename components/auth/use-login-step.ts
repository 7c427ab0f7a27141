import { useEffect, useRef, useState } from "react";
import { arrivalErrorText } from "@/components/auth/arrival-error-text";
import { arrivingExchange, takeOrigin } from "@/components/auth/openid";
import { useEnter } from "@/components/auth/use-enter";
import { callPublic } from "@/lib/api";
import { ApiError, NetworkError } from "@/lib/api-errors";
import { signInAddress } from "@/lib/sign-in-address";

/** What the address of the sign-in page said when the server answered it. */
export interface Arrival {
  /** The user returned from a provider, signed in. */
  arrived: boolean;
  /** A code of ours or of next-auth; "" for none. */
  error: string;
}

export type LoginStep =
  | { name: "password"; notice: string }
  | { name: "code"; challenge: string }
  | { name: "arriving" };

/** The current step of sign-in; the URL determines the first one. */
export function useLoginStep({ arrived, error }: Arrival) {
  const enter = useEnter();
  const [step, setStep] = useState<LoginStep>(() => firstStep({ arrived, error }));
  const looked = useRef(false);

  useEffect(() => {
    if (looked.current || (!arrived && error === "")) return;
    looked.current = true;
    const challenge = new URLSearchParams(window.location.hash.slice(1)).get("challenge");
    cleanAddress();
    if (error === "two_factor_required" && challenge !== null) {
      setStep({ name: "code", challenge });
    } else if (error !== "") {
      setStep({ name: "password", notice: arrivalErrorText(error) });
    } else {
      fetchSession().then(
        (session) => enter(session, session.message),
        (failure: unknown) => setStep({ name: "password", notice: failureNotice(failure) }),
      );
    }
  }, [arrived, error, enter]);

  return { step, setStep };
}

function firstStep({ arrived, error }: Arrival): LoginStep {
  // Only the browser sees what follows the #, which may be a challenge.
  if (error === "two_factor_required" || (arrived && error === "")) return { name: "arriving" };
  return { name: "password", notice: error === "" ? "" : arrivalErrorText(error) };
}

/** Error and challenge are read once; the page to return to stays. */
function cleanAddress(): void {
  const next = takeOrigin() ?? new URLSearchParams(window.location.search).get("next");
  window.history.replaceState(null, "", next === null ? "/login" : signInAddress(next));
}

async function fetchSession() {
  const code = await arrivingExchange();
  if (code === undefined) throw new Error("next-auth offers no session");
  return callPublic("POST /user/login/exchange/api/", { body: { code } });
}

function failureNotice(failure: unknown): string {
  if (failure instanceof ApiError || failure instanceof NetworkError) return failure.message;
  return arrivalErrorText("");
}
