import { startSandbox } from "@/sandbox/start";

// The stand-ins in a process of their own, so that their work and memory are not the product's.
const { close: _, ...addresses } = await startSandbox({ company: "empty" });
process.send?.(addresses);
process.once("disconnect", () => process.exit(0));
