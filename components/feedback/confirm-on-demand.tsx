import { type ComponentProps, cloneElement, type ReactElement } from "react";
import type { ConfirmDialog } from "@/components/feedback/confirm-dialog";
import { useOnDemand } from "@/components/ui/use-on-demand";

const loadDialog = () =>
  import("@/components/feedback/confirm-dialog").then((module) => ({
    default: module.ConfirmDialog,
  }));

type Props = Omit<ComponentProps<typeof ConfirmDialog>, "open" | "onOpenChange" | "trigger"> & {
  /** The button that opens it, without handlers of its own. */
  trigger: ReactElement<ComponentProps<"button">>;
};

/** A ConfirmDialog whose code comes when its button is reached: for lists and first screens. */
export function ConfirmOnDemand(props: Props) {
  const { Part: Dialog, show, preload } = useOnDemand(loadDialog);
  if (Dialog) return <Dialog {...props} defaultOpen />;
  return cloneElement(props.trigger, {
    ...{ "aria-haspopup": "dialog", "aria-expanded": false },
    onClick: show,
    ...preload,
  });
}
