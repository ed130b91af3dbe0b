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
  const [opened, setOpened] = useState<string>();
  const { shown, change, remove, add, clear } = useFilters(filters, onFilters);
  const free = fields.filter(({ field }) => !shown.some((filter) => filter.field === field));
  return (
    <div className={classes.root} role="search">
      <SearchInput search={search} onSearch={onSearch} placeholder={placeholder} />
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
        <AddFilter
          fields={free}
          onAdd={(field) => {
            add(field);
            setOpened(field);
          }}
        />
      )}
      {(filters.length > 0 || search !== '') && (
        <Button size="xs" variant="subtle" onClick={clear}>
          Clear
        </Button>
      )}
      <div className={classes.end}>{end}</div>
    </div>
  );
}

/** The changes to the filters. One that has no value yet is a draft: on the page, but not in the address. */
function useFilters(filters: readonly Filter[], onFilters: Props['onFilters']) {
  const [draft, setDraft] = useState<Filter>();
  const without = (removed: string) => filters.filter(({ field }) => field !== removed);
  return {
    shown: draft ? [...filters, draft] : filters,
    add: (field: string) => setDraft({ field, not: false, values: [] }),
    change(changed: Filter) {
      const others = without(changed.field);
      if (changed.values.length === 0) {
        setDraft(changed);
        return onFilters(others);
      }
      setDraft(undefined);
      const at = filters.findIndex(({ field }) => field === changed.field);
      onFilters(at < 0 ? [...others, changed] : others.toSpliced(at, 0, changed));
    },
    remove(field: string) {
      setDraft(undefined);
      onFilters(without(field));
    },
    clear() {
      setDraft(undefined);
      onFilters([]);
    },
  };
}

function SearchInput({ search, onSearch, placeholder }: Pick<Props, 'search' | 'onSearch' | 'placeholder'>) {
  const input = useRef<HTMLInputElement>(null);
  useKey('/', () => input.current?.focus());
  return (
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
  );
}

function AddFilter({ fields, onAdd }: Pick<Props, 'fields'> & { onAdd(field: string): void }) {
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button size="xs" variant="subtle" leftSection={<IconPlus />}>
          Filter
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {fields.map(({ field, label }) => (
          <Menu.Item key={field} onClick={() => onAdd(field)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
