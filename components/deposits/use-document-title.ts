import { useLayoutEffect } from "react";

const PRODUCT = "Deposit Matcher";

/** The browser's title, as soon as it is known; however late the framework sets that of the route. */
export function useDocumentTitle(title: string | undefined): void {
  // Ends before the next page's title is looked at.
  useLayoutEffect(() => {
    if (title === undefined) return;
    const wanted = `${title} | ${PRODUCT}`;
    const set = () => {
      if (document.title !== wanted) document.title = wanted;
    };
    set();
    const observer = new MutationObserver(set);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [title]);
}
