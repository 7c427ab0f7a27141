/**
 * Runs before anything is drawn: whoever is signed in never sees the landing page flash by. Later visits
 * within the app are RedirectSignedIn's, which also stands in where this may not run.
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
