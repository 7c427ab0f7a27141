/** Runs once when the server starts. Next compiles this file for its edge runtime too, which has no processes. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { startServer } = await import("./start-server");
  await startServer();
}
