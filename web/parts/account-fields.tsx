import { PasswordInput, TextInput } from '@mantine/core';

export interface AccountFieldsValue {
  name: string;
  email: string;
  password: string;
}

interface Props {
  value: AccountFieldsValue;
  onChange(value: AccountFieldsValue): void;
  /** The one-time link was made for one e-mail address, so it cannot be edited. */
  emailFixed?: boolean;
  /** False for a person with an account, whose name is known. */
  withName?: boolean;
}

const PASSWORD_MIN = 10;

export const isComplete = ({ name, email, password }: AccountFieldsValue, withName = true): boolean =>
  (!withName || name.trim() !== '') && /^\S+@\S+$/.test(email) && password.length >= PASSWORD_MIN;

/** Name, e-mail and a new password, for set-up and invitations. */
export function AccountFields({ value, onChange, emailFixed = false, withName = true }: Props) {
  const put = (change: Partial<AccountFieldsValue>) => onChange({ ...value, ...change });
  return (
    <>
      {withName && (
        <TextInput
          label="Your name"
          description="Shown in Activity beside everything you do."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="name"
          value={value.name}
          onChange={(event) => put({ name: event.currentTarget.value })}
        />
      )}
      <TextInput
        label="E-mail"
        type="email"
        autoComplete="username"
        readOnly={emailFixed}
        value={value.email}
        onChange={(event) => put({ email: event.currentTarget.value })}
      />
      <PasswordInput
        label="Password"
        description={`At least ${PASSWORD_MIN} characters.`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="new-password"
        value={value.password}
        onChange={(event) => put({ password: event.currentTarget.value })}
      />
    </>
  );
}
