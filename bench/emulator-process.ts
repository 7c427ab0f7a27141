import { startEmulators } from "@/emulators/start";

const { close: _, ...addresses } = await startEmulators({ company: "empty", xeroLimits: true });
process.send?.(addresses);
process.once("disconnect", () => process.exit(0));
