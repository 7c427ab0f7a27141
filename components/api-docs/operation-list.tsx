"use client";

import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { InlineCode } from "@/components/api-docs/inline-code";
import { MethodBadge, ROLE_WORDS } from "@/components/api-docs/method-badge";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import { NativeSelect } from "@/components/ui/native-select";
import { isShortcut } from "@/components/ui/shortcuts";
import { useFragment } from "@/components/ui/use-fragment";
import {
  FILTER_ROLES,
  filterQuery,
  type Index,
  type ListedOperation,
  METHODS,
  NO_FILTER,
  type OperationFilter,
  readFilter,
  searched,
} from "@/lib/openapi/search";

interface Tag {
  name: string;
  description?: string | undefined;
}

/** Every operation and webhook by its group, to search and to limit; the filter is kept in the address. */
export function OperationList({ index, tags }: { index: Index; tags: readonly Tag[] }) {
  const parameters = useSearchParams();
  const [filter, setFilter] = useState(() => readFilter(parameters));
  useOperationInFragment(index);
  const { named, byField } = searched(index, filter);
  const groups = tags.flatMap(({ name, description }) => {
    const operations = named.filter(({ tag }) => tag === name);
    return operations.length > 0 ? [{ title: name, description, operations }] : [];
  });
  function change(part: Partial<OperationFilter>) {
    const next = { ...filter, ...part };
    setFilter(next);
    // The browser's own history: no trip to the server.
    window.history.replaceState(null, "", `${window.location.pathname}${filterQuery(next)}`);
  }
  return (
    <>
      <Filters filter={filter} change={change} />
      <p role="status" className="mt-4 text-caption text-muted-foreground tabular-nums">
        {countWords(named.length + byField.length, index.operations.length)}
      </p>
      {named.length + byField.length === 0 && (
        <p className="mt-4 rounded-lg border p-6 text-center text-muted-foreground">
          No operation or webhook fits.{" "}
          <Button variant="link" className="h-auto p-0" onClick={() => change(NO_FILTER)}>
            Show all
          </Button>
        </p>
      )}
      {groups.map((group) => (
        <Group key={group.title} {...group} />
      ))}
      {byField.length > 0 && (
        <Group
          title="By their fields"
          description="These have a parameter, field or schema of that name."
          operations={byField}
        />
      )}
    </>
  );
}

function countWords(found: number, all: number): string {
  const words = "operations and webhooks";
  return found === all ? `${all} ${words}` : `${found} of ${all} ${words}`;
}

/** Fields of a form that also works without a script: it then loads the page with its values. */
function Filters({
  filter: { q, method, role, tokens },
  change,
}: {
  filter: OperationFilter;
  change: (part: Partial<OperationFilter>) => void;
}) {
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== "/" || !isShortcut(event)) return;
      event.preventDefault();
      search.current?.focus();
    }
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
  return (
    <search className="mt-4 block">
      <form
        action="/api/docs#operations"
        onSubmit={(event) => event.preventDefault()}
        className="grid grid-cols-2 gap-3 sm:grid-cols-[1fr_8rem_10rem]"
      >
        <div className="grid gap-1.5 max-sm:col-span-2">
          <Label htmlFor="q">Search</Label>
          <Input
            ref={search}
            id="q"
            name="q"
            type="search"
            autoComplete="off"
            aria-keyshortcuts="/"
            placeholder="Path, summary, group or field; / to get here"
            value={q}
            onChange={({ target }) => change({ q: target.value })}
          />
        </div>
        <div className="grid gap-1.5">
          <Label htmlFor="method">Method</Label>
          <NativeSelect
            id="method"
            name="method"
            value={method}
            onChange={({ target }) => change({ method: target.value })}
          >
            <option value="">Any</option>
            {METHODS.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </NativeSelect>
        </div>
        <div className="grid gap-1.5">
          <Label htmlFor="role">Least role</Label>
          <NativeSelect
            id="role"
            name="role"
            value={role}
            onChange={({ target }) => change({ role: target.value })}
          >
            <option value="">Any</option>
            {FILTER_ROLES.map((each) => (
              <option key={each} value={each}>
                {ROLE_WORDS[each]}
              </option>
            ))}
          </NativeSelect>
        </div>
        <Label className="col-span-full flex items-center gap-2 py-1">
          <input
            type="checkbox"
            name="tokens"
            value="1"
            className="size-4.5 accent-primary"
            checked={tokens}
            onChange={({ target }) => change({ tokens: target.checked })}
          />
          Takes API tokens
        </Label>
        <noscript>
          <Button type="submit" variant="outline">
            Search
          </Button>
        </noscript>
      </form>
    </search>
  );
}

function Group({
  title,
  description,
  operations,
}: {
  title: string;
  description?: string | undefined;
  operations: readonly ListedOperation[];
}) {
  return (
    <section aria-label={title} className="mt-8">
      <h3 className="text-base font-semibold">{title}</h3>
      {description && <p className="mt-1 text-pretty text-muted-foreground">{description}</p>}
      <ul className="mt-3 divide-y border-y text-pretty">
        {operations.map((operation) => (
          <Row key={operation.name} {...operation} />
        ))}
      </ul>
    </section>
  );
}

function Row({ name, method, path, summary, role, apiTokens }: ListedOperation) {
  return (
    <li id={name}>
      <Link
        href={`/api/docs/${name}`}
        prefetch={false}
        className="group grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 py-2.5 sm:grid-cols-[4.5rem_1fr_auto]"
      >
        <span>
          <MethodBadge method={method} />
        </span>
        <span className="min-w-0 max-sm:order-last max-sm:col-span-2">
          <span className="block font-mono text-sm font-medium wrap-anywhere group-hover:underline">
            {path}
          </span>
          <span className="block text-caption text-muted-foreground">
            <InlineCode text={summary} />
          </span>
        </span>
        <span className="flex flex-wrap items-start gap-1.5">
          {apiTokens && <Badge variant="outline">API tokens</Badge>}
          {role && <Badge variant="outline">{ROLE_WORDS[role]}</Badge>}
        </span>
      </Link>
    </li>
  );
}

/** An address with an operation's name after "#" opens its page. */
function useOperationInFragment({ operations }: Index): void {
  const fragment = useFragment();
  useEffect(() => {
    if (operations.some(({ name }) => name === fragment)) {
      window.location.replace(`/api/docs/${fragment}`);
    }
  }, [operations, fragment]);
}
