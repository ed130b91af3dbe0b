import { Button, Menu, TextInput } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import type { Filter } from '../address/filters.ts';
import { useKey } from '../keyboard/use-keys.ts';
import classes from './filter-bar.module.css';
import { FilterChip, type FilterField } from './filter-chip.tsx';
import { KeyCap } from './key-cap.tsx';

interface Props {
  fields: readonly FilterField[];
  filters: readonly Filter[];
  onFilters(filters: Filter[]): void;
  search: string;
  onSearch(text: string): void;
  placeholder: string;
  /** Buttons at the right end: columns, copy link, export. */
  end?: ReactNode;
}

/** The search field, a chip per active filter, and a menu to add one. The key `/` focuses the search. */
export function FilterBar({ fields, filters, onFilters, search, onSearch, placeholder, end }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [opened, setOpened] = useState<string>();
  // A condition without a value is being made: it is on the page and not yet in the address.
  const [draft, setDraft] = useState<Filter>();
  useKey('/', () => input.current?.focus());

  const shown = draft ? [...filters, draft] : filters;
  const free = fields.filter(({ field }) => !shown.some((filter) => filter.field === field));
  const change = (changed: Filter) => {
    const others = filters.filter(({ field }) => field !== changed.field);
    const at = filters.findIndex(({ field }) => field === changed.field);
    if (changed.values.length === 0) {
      setDraft(changed);
      return onFilters(others);
    }
    setDraft(undefined);
    onFilters(at < 0 ? [...others, changed] : others.toSpliced(at, 0, changed));
  };
  const remove = (field: string) => {
    setDraft(undefined);
    onFilters(filters.filter((filter) => filter.field !== field));
  };
  return (
    <div className={classes.root} role="search">
      <TextInput
        ref={input}
        className={`${classes.search} quiet`}
        size="xs"
        placeholder={placeholder}
        aria-label={placeholder}
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
        leftSection={<IconSearch size={14} />}
        rightSection={<KeyCap keys="/" />}
        rightSectionPointerEvents="none"
      />
      {shown.map((filter) => {
        const field = fields.find((known) => known.field === filter.field);
        return (
          field && (
            <FilterChip
              key={filter.field}
              filter={filter}
              field={field}
              onChange={change}
              onRemove={() => remove(filter.field)}
              opened={opened === filter.field}
              onOpen={(open) => setOpened(open ? filter.field : undefined)}
            />
          )
        );
      })}
      {free.length > 0 && (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button size="xs" variant="subtle" leftSection={<IconPlus />}>
              Filter
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {free.map(({ field, label }) => (
              <Menu.Item
                key={field}
                onClick={() => {
                  setDraft({ field, not: false, values: [] });
                  setOpened(field);
                }}
              >
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {(filters.length > 0 || search !== '') && (
        <Button
          size="xs"
          variant="subtle"
          onClick={() => {
            setDraft(undefined);
            onFilters([]);
          }}
        >
          Clear
        </Button>
      )}
      <div className={classes.end}>{end}</div>
    </div>
  );
}
