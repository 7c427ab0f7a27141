import { toast as sonner } from "sonner";
import { expect, test } from "vitest";
import { firstToast, showToasts, toast } from "@/components/ui/toast";

const shown = () =>
  sonner.getToasts().map((each) => ("title" in each ? [each.id, each.type, each.title] : each));

test("toasts from before the code is loaded wait, then appear in order", async () => {
  const saved = toast.success("Saved");
  const failed = toast.error("No connection", { id: "connection", description: "Try again." });
  await firstToast;
  expect(failed).toBe("connection");
  expect(saved).not.toBe(toast("Stopped"));
  toast.warning("Still no connection", { id: "connection" });
  expect(shown()).toEqual([]);

  const end = showToasts(sonner);
  expect(shown()).toEqual([
    [saved, "success", "Saved"],
    ["connection", "warning", "Still no connection"],
    [expect.anything(), undefined, "Stopped"],
  ]);

  const later = toast.info("At once", { duration: Number.POSITIVE_INFINITY });
  toast.success("Connected", { id: "connection" });
  expect(shown()).toEqual([
    [saved, "success", "Saved"],
    ["connection", "success", "Connected"],
    [expect.anything(), undefined, "Stopped"],
    [later, "info", "At once"],
  ]);

  end();
  toast("Not shown twice");
  expect(shown()).toHaveLength(4);
  showToasts(sonner);
  expect(shown()).toHaveLength(5);
});
