import { createServer } from "node:http";
import { register } from "@/instrumentation";
import { isStopping } from "@/server/platform/health/stopping";

// A web process with a worker inside, as Next runs one: the stop handlers are installed before
// `register` is called.
const server = createServer((_, response) => {
  response.setHeader("connection", "close").end(isStopping() ? "stopping" : "serving");
});
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => server.close(() => process.exit(signal === "SIGINT" ? 130 : 143)));
}
await register();
server.listen(Number(process.env.PORT), "127.0.0.1");
