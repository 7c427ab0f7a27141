import type { ResponseOf } from "@/lib/contracts/endpoint";
import type { firstScreen } from "@/lib/contracts/first-screen";

export type FirstScreen = ResponseOf<typeof firstScreen>;

/** What the page asked for before its code was here, by components/shell/ask-early.tsx. */
export interface EarlyCalls {
  token: string;
  /** The company that it asked about; null: the session's own. */
  company: string | null;
  /** `performance.now()` of then. */
  begun: number;
  /** By address, each until it is taken. */
  answers: Record<string, Promise<Response>>;
  /** What came in one answer; null where it failed. */
  screen?: Promise<FirstScreen | null>;
}

declare global {
  interface Window {
    earlyCalls?: EarlyCalls;
  }
}

/** What nothing has asked for until then may be out of date. */
const FRESH_MS = 15_000;
/** How long an answer waits for the others, so that they are drawn together. */
const TOGETHER_MS = 50;

/** The early calls as long as they count for what is called now; forgotten after that, and by any change. */
export function earlyCalls(
  method: string,
  token: string | null,
  company: string | null,
): EarlyCalls | undefined {
  const early = window.earlyCalls;
  if (!early) return undefined;
  const isFresh = performance.now() - early.begun < FRESH_MS;
  if (method === "GET" && isFresh && early.token === token && early.company === company) {
    return early;
  }
  delete window.earlyCalls;
  return undefined;
}

/** The answer to a call that was made early, once; undefined where there was none like it. */
export function takeEarly(
  method: string,
  address: string,
  token: string | null,
  company: string | null,
): Promise<Response> | undefined {
  const { answers } = earlyCalls(method, token, company) ?? {};
  const answer = answers?.[address];
  if (!answers || !answer) return undefined;
  const all = Promise.allSettled(Object.values(answers));
  delete answers[address];
  return Promise.race([all, pause()]).then(() => answer);
}

const pause = () => new Promise((resolve) => setTimeout(resolve, TOGETHER_MS));
