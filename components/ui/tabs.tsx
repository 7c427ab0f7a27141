"use client";

import { Tabs as TabsPrimitive } from "radix-ui";
import { type ComponentProps, useEffect, useRef } from "react";
import { cn } from "@/lib/cn";

export function Tabs({ className, ...props }: ComponentProps<typeof TabsPrimitive.Root>) {
  return <TabsPrimitive.Root className={cn("ui-tabs", className)} {...props} />;
}

export function TabsList({ className, ...props }: ComponentProps<typeof TabsPrimitive.List>) {
  return (
    <TabsPrimitive.List
      className={cn("relative flex w-full gap-3 overflow-x-auto border-b", className)}
      {...props}
    />
  );
}

export function TabsTrigger({ className, ...props }: ComponentProps<typeof TabsPrimitive.Trigger>) {
  const trigger = useRef<HTMLButtonElement>(null);
  // The tab that the address names may be beyond the edge of a phone.
  useEffect(() => {
    const tab = trigger.current;
    const list = tab?.parentElement;
    if (list && tab.dataset.state === "active") {
      list.scrollLeft = tab.offsetLeft + tab.offsetWidth - list.clientWidth;
    }
  }, []);
  return (
    <TabsPrimitive.Trigger
      ref={trigger}
      className={cn(
        "h-10 shrink-0 rounded-t-sm border-b-2 border-transparent px-1 text-sm font-medium whitespace-nowrap text-muted-foreground transition-colors -outline-offset-2 hover:text-foreground disabled:pointer-events-none disabled:opacity-50 data-[state=active]:border-primary data-[state=active]:text-foreground",
        className,
      )}
      {...props}
    />
  );
}

export function TabsContent({ className, ...props }: ComponentProps<typeof TabsPrimitive.Content>) {
  return <TabsPrimitive.Content className={cn("min-w-0", className)} {...props} />;
}
