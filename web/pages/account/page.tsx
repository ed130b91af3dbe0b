import { Button, Card, PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { auth } from '../../api/auth.ts';
import { useMe } from '../../api/scope.ts';
import { Problem } from '../../parts/problem.tsx';
import { showReadBack } from '../../parts/read-back.tsx';
import { Page } from '../../shell/page.tsx';
import classes from './account.module.css';
import { CodeField } from './code-field.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';

export default function AccountPage() {
  const { person } = useMe();
  return (
    <Page title="Your account" note={person.email}>
      <div className={classes.cards}>
        <ChangePassword totp={person.totp} />
        <SecondFactor on={person.totp} />
        <Sessions />
      </div>
    </Page>
  );
}

function ChangePassword({ totp }: { totp: boolean }) {
  const [before, setBefore] = useState('');
  const [after, setAfter] = useState('');
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const submit = async () => {
    setBusy(true);
    const answer = await auth('/change-password', {
      currentPassword: before,
      newPassword: after,
      revokeOtherSessions: true,
      ...(totp && { code }),
    });
    setBusy(false);
    setProblem(answer.ok ? undefined : answer.message);
    if (!answer.ok) return;
    setBefore('');
    setAfter('');
    setCode('');
    showReadBack({ title: 'The password is changed', about: 'Every other session was signed out.' });
  };
  return (
    <Card component="section" className={classes.card} aria-label="Password">
      <h2>Password</h2>
      {problem && <Problem title="The password was not changed" text={problem} />}
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <PasswordInput
          label="Now"
          autoComplete="current-password"
          value={before}
          onChange={(event) => setBefore(event.currentTarget.value)}
        />
        <PasswordInput
          label="New"
          description="At least 10 characters."
          inputWrapperOrder={['label', 'input', 'description']}
          autoComplete="new-password"
          value={after}
          onChange={(event) => setAfter(event.currentTarget.value)}
        />
        {totp && <CodeField value={code} onChange={setCode} />}
        <Button
          type="submit"
          variant="filled"
          loading={busy}
          disabled={before === '' || after.length < 10 || (totp && code === '')}
        >
          Change password
        </Button>
      </form>
    </Card>
  );
}
