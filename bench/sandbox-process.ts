import { startSandbox } from "@/emulators/start";

const { close: _, ...addresses } = await startSandbox({ company: "empty" });
process.send?.(addresses);
process.once("disconnect", () => process.exit(0));
