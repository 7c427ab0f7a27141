/**
 * Runs before anything is drawn, so that a signed-in user never sees the landing page flash. RedirectSignedIn
 * handles later visits within the app, and browsers that refuse this script.
 */
const SCRIPT = `
if (localStorage.getItem("isAuthenticated") === "true") {
  document.documentElement.hidden = true;
  location.replace("/dashboard");
}`;

/** `nonce` is the answer's own: the security policy lets no other script run. */
export function LeaveEarly({ nonce }: { nonce: string | undefined }) {
  // The browser hides the nonce from the page, so React finds another one than the server wrote.
  return (
    <script nonce={nonce} suppressHydrationWarning>
      {SCRIPT}
    </script>
  );
}
