import { Checkbox, JsonInput, MultiSelect, Select, TagsInput, TextInput } from '@mantine/core';

export interface Field {
  type?: string;
  description?: string;
  enum?: string[];
  minItems?: number;
  items?: Field;
}

interface Props {
  name: string;
  field: Field;
  value: unknown;
  /** Undefined: nothing is said, which is not the same as no or none. */
  onChange(value: unknown): void;
}

/** One field of a channel's defaults, as its schema describes it. */
export function SchemaField({ name, field, value, onChange }: Props) {
  const label = name[0]!.toUpperCase() + name.slice(1).replaceAll('_', ' ');
  const common = { label, description: field.description };
  if (field.type === 'boolean')
    return (
      <Select
        {...common}
        clearable
        placeholder="Not said"
        data={[
          { value: 'true', label: 'Yes' },
          { value: 'false', label: 'No' },
        ]}
        value={typeof value === 'boolean' ? String(value) : null}
        onChange={(next) => onChange(next === null ? undefined : next === 'true')}
      />
    );
  if (field.enum)
    return (
      <Select
        {...common}
        clearable
        data={field.enum}
        value={typeof value === 'string' ? value : null}
        onChange={(next) => onChange(next ?? undefined)}
      />
    );
  if (field.type === 'array') return <ListField {...common} field={field} value={value} onChange={onChange} />;
  if (field.type === 'object')
    return (
      <JsonInput
        {...common}
        autosize
        formatOnBlur
        placeholder="{ }"
        validationError="This is no JSON yet; it is not kept."
        defaultValue={value === undefined ? '' : JSON.stringify(value, null, 2)}
        onBlur={(event) => onChange(objectIn(event.currentTarget.value))}
      />
    );
  return <TextField {...common} field={field} value={value} onChange={onChange} />;
}

interface LabelledProps extends Omit<Props, 'name'> {
  label: string;
  description: string | undefined;
}

/** A platform may want to be told that none applies: an empty list says so where the schema allows one. */
function ListField({ label, description, field, value, onChange }: LabelledProps) {
  const values = Array.isArray(value) ? value.map(String) : [];
  const isNone = Array.isArray(value) && value.length === 0;
  const shared = {
    ...{ label, description, disabled: isNone, value: values },
    onChange: (next: string[]) => onChange(next.length > 0 ? next : undefined),
  };
  return (
    <div>
      {field.items?.enum ? <MultiSelect {...shared} data={field.items.enum} clearable /> : <TagsInput {...shared} />}
      {!field.minItems && (
        <Checkbox
          mt={6}
          label="None applies"
          aria-label={`${label}: none applies`}
          checked={isNone}
          onChange={(event) => onChange(event.currentTarget.checked ? [] : undefined)}
        />
      )}
    </div>
  );
}

function TextField({ label, description, field, value, onChange }: LabelledProps) {
  const isNumber = field.type === 'number' || field.type === 'integer';
  return (
    <TextInput
      label={label}
      description={description}
      defaultValue={value === undefined ? '' : String(value)}
      onBlur={(event) => {
        const typed = event.currentTarget.value.trim();
        onChange(typed === '' ? undefined : isNumber && Number.isFinite(Number(typed)) ? Number(typed) : typed);
      }}
    />
  );
}

function objectIn(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
