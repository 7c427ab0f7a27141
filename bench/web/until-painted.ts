import type { Page } from "@playwright/test";

/** What a user waits for: an element of the next page, or its text. */
export interface Shown {
  /** The address's path, as the browser has it then. */
  path: RegExp;
  /** CSS selector of something that only the content has, not its skeleton. */
  selector: string;
  text?: RegExp;
}

interface Waited {
  /** From the input event to the frame after the content is there, ms. */
  total: number;
  /** Of it, from the answer of the last request of the API on, ms: all of it where none was needed. */
  afterAnswer: number;
  /** From the request to the answer, ms: 0 where none was needed. */
  answered: number;
}

/**
 * Acts, and waits until what follows is painted. The time is taken in the page, from the browser's input event on.
 * @param event the first event of this kind begins it: "click", or "input" for a key
 */
export async function untilPainted(
  page: Page,
  { event, shown, api }: { event: "click" | "input"; shown: Shown; api?: string },
  act: () => Promise<unknown>,
): Promise<Waited> {
  await page.evaluate(
    ({ event, path, selector, text, api }) => {
      const there = () =>
        new RegExp(path).test(location.pathname + location.search) &&
        [...document.querySelectorAll(selector)].some(
          (element) => text === null || new RegExp(text).test(element.textContent ?? ""),
        );
      const measured = new Promise<object>((resolve) => {
        const begin = ({ timeStamp }: Event) => {
          performance.clearResourceTimings();
          const end = () => {
            const now = performance.now();
            const answers = performance
              .getEntriesByType("resource")
              .filter(({ name }) => api !== null && name.includes(api))
              .filter((entry) => entry.startTime >= timeStamp) as PerformanceResourceTiming[];
            const last = answers.at(-1);
            resolve({
              total: now - timeStamp,
              afterAnswer: now - (last?.responseEnd ?? timeStamp),
              answered: last ? last.responseEnd - last.startTime : 0,
            });
          };
          const look = () => {
            // The callback runs before the frame that has the content is painted, the message after it.
            if (!there()) requestAnimationFrame(look);
            else {
              const { port1, port2 } = new MessageChannel();
              port1.onmessage = end;
              requestAnimationFrame(() => port2.postMessage(null));
            }
          };
          look();
        };
        document.addEventListener(event, begin, { capture: true, once: true });
      });
      Object.assign(window, { measured });
    },
    {
      event,
      path: shown.path.source,
      selector: shown.selector,
      text: shown.text?.source ?? null,
      api: api ?? null,
    },
  );
  await act();
  return page.evaluate(() => (window as unknown as { measured: Promise<Waited> }).measured);
}
