"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useTheme } from "next-themes";
import { ThemeButton } from "@/components/shell/theme-button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";

const THEMES = [
  { value: "light", label: "Light", Icon: Sun },
  { value: "dark", label: "Dark", Icon: Moon },
  { value: "system", label: "System", Icon: Monitor },
];

/** Open from the start: it is loaded on demand. */
export default function ThemeMenu() {
  const { theme, setTheme } = useTheme();
  return (
    <DropdownMenu modal={false} defaultOpen>
      <DropdownMenuTrigger asChild>
        <ThemeButton />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuRadioGroup
          {...(theme && { value: theme })}
          onValueChange={(to) => atOnce(() => setTheme(to))}
        >
          {THEMES.map(({ value, label, Icon }) => (
            <DropdownMenuRadioItem key={value} value={value}>
              <Icon aria-hidden="true" />
              {label}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

const CHANGING_MS = 100;

/** Without the fading of single colors, which would lag behind the others (app/globals.css). */
function atOnce(change: () => void): void {
  const { dataset } = document.documentElement;
  dataset.themeChanges = "";
  change();
  setTimeout(() => delete dataset.themeChanges, CHANGING_MS);
}
