import { startSandbox } from "@/emulators/start";

// The emulators in a separate process, so that their work and memory do not count as the product's.
const { close: _, ...addresses } = await startSandbox({ company: "empty" });
process.send?.(addresses);
process.once("disconnect", () => process.exit(0));
