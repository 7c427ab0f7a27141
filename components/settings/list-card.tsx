import type { ComponentProps, ReactNode } from "react";
import { LoadedList } from "@/components/feedback/loaded-list";
import {
  Card,
  CardContent,
  CardDescription,
  CardFooter,
  CardHeader,
  CardTitle,
} from "@/components/ui/card";

/** A list in a card of Settings: what it is, its rows, and what can be done with all of them or added. */
export function ListCard<Item>({
  title,
  description,
  footer,
  cardClassName,
  ...list
}: Omit<ComponentProps<typeof LoadedList<Item>>, "title" | "label"> & {
  title: string;
  description: ReactNode;
  footer?: ReactNode;
  cardClassName?: string;
  label?: string;
}) {
  return (
    <Card className={cardClassName}>
      <CardHeader>
        <CardTitle>{title}</CardTitle>
        <CardDescription className="text-pretty">{description}</CardDescription>
      </CardHeader>
      <CardContent>
        <LoadedList label={title} {...list} />
      </CardContent>
      {footer && <CardFooter className="flex-wrap justify-end border-t pt-5">{footer}</CardFooter>}
    </Card>
  );
}

/** A row of such a list: its name and facts at the left, its actions at the right or, on phones, below. */
export function ListRow({
  name,
  badge,
  facts,
  children,
}: {
  name: string;
  badge?: ReactNode;
  /** Lines of small text. */
  facts: ReactNode;
  /** Its actions. */
  children?: ReactNode;
}) {
  return (
    <li
      tabIndex={-1}
      className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-sm py-3"
    >
      <div className="grid min-w-0 flex-1 basis-56 gap-0.5">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span className="min-w-0 wrap-anywhere">{name}</span>
          {badge}
        </p>
        <div className="text-caption break-words text-muted-foreground">{facts}</div>
      </div>
      {children}
    </li>
  );
}
