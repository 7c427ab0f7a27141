/**
 * Runs before anything is drawn: the server sends the frame of the protected pages to everyone, and who
 * is not signed in never sees it (app/globals.css). The guard of the pages then leads to sign in.
 */
const SCRIPT = `
if (localStorage.getItem("isAuthenticated") !== "true") {
  document.documentElement.dataset.signedOut = "";
}`;

/** `nonce` is the answer's own: the security policy lets no other script run. */
export function HideEarly({ nonce }: { nonce: string | undefined }) {
  // The browser hides the nonce from the page, so React finds another one than the server wrote.
  return (
    <script nonce={nonce} suppressHydrationWarning>
      {SCRIPT}
    </script>
  );
}
