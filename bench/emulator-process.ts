import { startEmulators } from "@/emulators/start";

const { close: _, ...addresses } = await startEmulators({ company: "empty" });
process.send?.(addresses);
process.once("disconnect", () => process.exit(0));
