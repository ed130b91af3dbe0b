import { MultiSelect, NumberInput, SegmentedControl, Select, TagsInput, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Field } from './fields.ts';
import classes from './playground.module.css';

interface Props {
  field: Field;
  value: unknown;
  wrong: boolean;
  onChange(value: unknown): void;
}

export function ArgumentField({ field: { name, kind, schema, required, bounds }, value, wrong, onChange }: Props) {
  const common = {
    label: (
      <span className={classes.label}>
        <code>{name}</code>
        <span className={classes.bounds}>{required ? `needed · ${bounds}` : bounds}</span>
      </span>
    ),
    'aria-label': name,
    description: schema.description,
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[],
    placeholder: schema.default === undefined ? undefined : `default ${JSON.stringify(schema.default)}`,
  };
  if (kind === 'choice')
    return (
      <Select
        {...common}
        clearable
        searchable
        data={schema.enum!.map(String)}
        value={(value as string) ?? null}
        onChange={onChange}
      />
    );
  if (kind === 'choices')
    return (
      <MultiSelect
        {...common}
        searchable
        data={schema.items!.enum!.map(String)}
        value={(value as string[]) ?? []}
        onChange={onChange}
      />
    );
  if (kind === 'list') return <TagsInput {...common} value={(value as string[]) ?? []} onChange={onChange} />;
  if (kind === 'number')
    return <NumberInput {...common} hideControls value={(value as number) ?? ''} onChange={onChange} />;
  if (kind === 'json')
    return (
      <Textarea
        {...common}
        autosize
        minRows={2}
        maxRows={12}
        placeholder="JSON"
        styles={{ input: { fontFamily: 'var(--mono)' } }}
        error={wrong ? 'This is not JSON yet' : undefined}
        value={(value as string) ?? ''}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  if (kind === 'flag')
    return <Flag name={name} label={common.label} about={schema.description} value={value} onChange={onChange} />;
  return (
    <TextInput {...common} value={(value as string) ?? ''} onChange={(event) => onChange(event.currentTarget.value)} />
  );
}

interface FlagProps extends Pick<Props, 'value' | 'onChange'> {
  name: string;
  label: ReactNode;
  about: string | undefined;
}

function Flag({ name, label, about, value, onChange }: FlagProps) {
  return (
    <div>
      <div className={classes.flag}>{label}</div>
      <SegmentedControl
        aria-label={name}
        data={[
          { value: '', label: 'not said' },
          { value: 'true', label: 'true' },
          { value: 'false', label: 'false' },
        ]}
        value={value === undefined ? '' : String(value)}
        onChange={(chosen) => onChange(chosen === '' ? undefined : chosen === 'true')}
      />
      <div className={classes.hint}>{about}</div>
    </div>
  );
}
