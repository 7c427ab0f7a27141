/** Safari has no idle callback. */
const WITHOUT_IDLE_MS = 500;

/** Resolves once the page is loaded and the browser has nothing better to do. */
export async function whenAtRest(): Promise<void> {
  if (document.readyState !== "complete") {
    await new Promise((resolve) => window.addEventListener("load", resolve, { once: true }));
  }
  await new Promise<void>((resolve) => {
    if (typeof requestIdleCallback === "function") requestIdleCallback(() => resolve());
    else setTimeout(resolve, WITHOUT_IDLE_MS);
  });
}
