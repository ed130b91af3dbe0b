import { Checkbox, Popover, UnstyledButton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { Filter } from '../address/filters.ts';
import classes from './filter-chip.module.css';

export interface FilterField {
  field: string;
  label: string;
  options: readonly { value: string; label: string }[];
}

interface Props {
  filter: Filter;
  field: FilterField;
  onChange(filter: Filter): void;
  onRemove(): void;
  opened: boolean;
  onOpen(opened: boolean): void;
}

const labelOf = ({ options }: FilterField, value: string) =>
  options.find((option) => option.value === value)?.label ?? value;

/** The text of a filter for use in sentences: `Status is not Archived`. */
export const filterText = (filter: Filter, field: FilterField): string =>
  `${field.label} ${filter.not ? 'is not' : 'is'} ${filter.values.map((value) => labelOf(field, value)).join(' or ')}`;

/** One condition: field, relation, value, remove. */
export function FilterChip({ filter, field, onChange, onRemove, opened, onOpen }: Props) {
  const toggle = (value: string) => {
    const values = filter.values.includes(value)
      ? filter.values.filter((other) => other !== value)
      : [...filter.values, value];
    onChange({ ...filter, values });
  };
  return (
    <span className={classes.root} role="group" aria-label={filterText(filter, field)}>
      <span className={classes.part}>{field.label}</span>
      <UnstyledButton
        className={classes.part}
        onClick={() => onChange({ ...filter, not: !filter.not })}
        aria-label={filter.not ? 'is not; change to is' : 'is; change to is not'}
      >
        {filter.not ? 'is not' : 'is'}
      </UnstyledButton>
      <Popover opened={opened} onChange={onOpen} position="bottom-start" trapFocus returnFocus>
        <Popover.Target>
          <UnstyledButton className={`${classes.part} ${classes.value}`} onClick={() => onOpen(!opened)}>
            {filter.values.length === 0 ? 'choose' : filter.values.map((value) => labelOf(field, value)).join(' or ')}
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown p={6}>
          <div className={classes.options} role="group" aria-label={field.label}>
            {field.options.map(({ value, label }) => (
              <Checkbox
                key={value}
                p={6}
                size="xs"
                label={label}
                checked={filter.values.includes(value)}
                onChange={() => toggle(value)}
              />
            ))}
          </div>
        </Popover.Dropdown>
      </Popover>
      <UnstyledButton
        className={`${classes.part} ${classes.remove}`}
        onClick={onRemove}
        aria-label={`Remove the filter on ${field.label.toLowerCase()}`}
      >
        <IconX size={13} />
      </UnstyledButton>
    </span>
  );
}
