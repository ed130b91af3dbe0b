import { TextInput } from '@mantine/core';

interface Props {
  value: string;
  onChange(code: string): void;
}

/** With a second factor on, changes to the account need a code besides the password. */
export const CodeField = ({ value, onChange }: Props) => (
  <TextInput
    label="Code"
    description="That the app shows now, or a recovery code."
    inputWrapperOrder={['label', 'input', 'description']}
    autoComplete="one-time-code"
    value={value}
    onChange={(event) => onChange(event.currentTarget.value.trim())}
  />
);
