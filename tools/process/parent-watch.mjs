// Preloaded into the servers we start. Their stdin is a pipe that we hold and never write to: it closes when
// we die, even by SIGKILL, and the whole process group ends. The variable excludes processes that inherit
// this preload but not the pipe.
if (process.env.DEPOSIT_MATCHER_LEASH === String(process.ppid)) {
  process.stdin.once("close", () => {
    process.kill(-process.pid, "SIGTERM");
    setTimeout(() => process.kill(-process.pid, "SIGKILL"), 10_000).unref();
  });
  process.stdin.resume();
  process.stdin.unref();
}
