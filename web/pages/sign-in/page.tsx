import { Anchor, Button, PasswordInput, PinInput, TextInput } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { type AuthAnswer, auth } from '../../api/auth.ts';
import { plural } from '../../format/number.ts';
import classes from '../../shell/outside.module.css';
import { Outside, Refusal } from '../../shell/outside-page.tsx';

/** Asks for the password, then for the code if the account has a second factor. */
export default function SignInPage() {
  const [email, setEmail] = useState('');
  const [needsCode, setNeedsCode] = useState(false);
  const { back } = useSearch({ strict: false }) as { back?: string };
  // Only a path on this host: `back` comes from the URL, and a forged link must not redirect to another site.
  const enter = () => window.location.assign(back?.startsWith('/') && !/^\/[/\\]/.test(back) ? back : '/overview');
  if (needsCode) return <Code email={email} onIn={enter} onBack={() => setNeedsCode(false)} />;
  return <Password email={email} onEmail={setEmail} onIn={enter} onCode={() => setNeedsCode(true)} />;
}

/** What the service says of tries and waiting, in words. */
function Refused({ answer, what }: { answer: AuthAnswer; what: string }) {
  const { isRefused, message, waitMinutes, triesLeft, isBesieged, requestId } = answer;
  if (isBesieged) return <Refusal title="Too many tries by others." text={message} requestId={requestId} />;
  if (!isRefused) return <Refusal title="You could not be signed in." text={message} requestId={requestId} />;
  if (waitMinutes !== undefined)
    return (
      <Refusal
        title="Too many tries."
        text={`Wait ${plural(waitMinutes, 'minute')}, then try again.`}
        requestId={requestId}
      />
    );
  const tries =
    triesLeft !== undefined && triesLeft <= 5
      ? `${plural(triesLeft, 'try', 'tries')} left, then 15 minutes pause.`
      : '';
  return <Refusal title={what} text={tries} requestId={requestId} />;
}

interface PasswordProps {
  email: string;
  onEmail(email: string): void;
  onIn(): void;
  onCode(): void;
}

function Password({ email, onEmail, onIn, onCode }: PasswordProps) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [asksCode, setAsksCode] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<AuthAnswer>();
  const [lost, setLost] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const answer = await auth('/sign-in/email', { email, password, ...(code && { code }) });
    const isHalf = answer.data.twoFactorRedirect === true;
    const isIn = answer.ok && (!isHalf || (code !== '' && (await auth('/two-factor/verify-totp', { code })).ok));
    setBusy(false);
    if (isIn) return onIn();
    if (answer.ok) return onCode();
    setAsksCode(asksCode || answer.isBesieged);
    setRefused(answer);
  };
  return (
    <Outside title="Sign in" about="to your organization’s Adhelm">
      {refused && <Refused answer={refused} what="E-mail or password is wrong." />}
      <form className={classes.form} onSubmit={(event) => void submit(event)}>
        <TextInput
          label="E-mail"
          type="email"
          name="email"
          autoComplete="username"
          required
          withAsterisk={false}
          value={email}
          onChange={(event) => onEmail(event.currentTarget.value)}
        />
        <PasswordField password={password} onPassword={setPassword} lost={lost} onLost={setLost} />
        {asksCode && (
          <TextInput
            label="Code of your second factor"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value.trim())}
          />
        )}
        {lost && (
          <p className={classes.quiet}>
            Whoever runs the service makes a one-time link with{' '}
            <code>adhelm user link --email {email || 'your e-mail'}</code>.
          </p>
        )}
        <Button type="submit" variant="filled" fullWidth loading={busy}>
          Sign in
        </Button>
        <p className={classes.quiet}>No account? Ask an owner for an invitation link.</p>
      </form>
    </Outside>
  );
}

interface PasswordFieldProps {
  password: string;
  onPassword(password: string): void;
  lost: boolean;
  onLost(lost: boolean): void;
}

function PasswordField({ password, onPassword, lost, onLost }: PasswordFieldProps) {
  return (
    <div style={{ position: 'relative' }}>
      <PasswordInput
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        value={password}
        onChange={(event) => onPassword(event.currentTarget.value)}
      />
      <Anchor
        component="button"
        type="button"
        size="sm"
        onClick={() => onLost(!lost)}
        aria-expanded={lost}
        style={{ position: 'absolute', top: 0, insetInlineEnd: 0 }}
      >
        Forgotten?
      </Anchor>
    </div>
  );
}

interface CodeProps {
  email: string;
  onIn(): void;
  onBack(): void;
}

function Code({ email, onIn, onBack }: CodeProps) {
  const [recovery, setRecovery] = useState(false);
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<AuthAnswer>();
  const submit = async (given: string) => {
    setBusy(true);
    const answer = await auth(recovery ? '/two-factor/verify-backup-code' : '/two-factor/verify-totp', { code: given });
    setBusy(false);
    if (answer.ok) return onIn();
    setCode('');
    setRefused(answer);
  };
  return (
    <Outside
      title={recovery ? 'Enter a recovery code' : 'Enter the code'}
      about={`${recovery ? 'one of those you stored' : 'from your authenticator app'}, for ${email}`}
    >
      {refused && <Refused answer={refused} what="That code is wrong, or too old." />}
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit(code);
        }}
      >
        {recovery ? (
          <TextInput
            aria-label="Recovery code"
            autoFocus
            value={code}
            onChange={(event) => setCode(event.currentTarget.value.trim())}
          />
        ) : (
          <CodeInput code={code} onCode={setCode} onComplete={(whole) => void submit(whole)} />
        )}
        <Button type="submit" variant="filled" fullWidth loading={busy} disabled={code.length < 6}>
          Continue
        </Button>
        <div className={classes.links}>
          <Anchor
            component="button"
            type="button"
            size="sm"
            onClick={() => {
              setRecovery(!recovery);
              setCode('');
              setRefused(undefined);
            }}
          >
            {recovery ? 'Use the app’s code' : 'Use a recovery code'}
          </Anchor>
          <Anchor component="button" type="button" size="sm" onClick={onBack}>
            Sign in as somebody else
          </Anchor>
        </div>
      </form>
    </Outside>
  );
}

interface CodeInputProps {
  code: string;
  onCode(code: string): void;
  onComplete(code: string): void;
}

const CodeInput = ({ code, onCode, onComplete }: CodeInputProps) => (
  <PinInput
    length={6}
    type="number"
    oneTimeCode
    autoFocus
    placeholder=""
    aria-label="Code"
    value={code}
    onChange={onCode}
    onComplete={onComplete}
    styles={{
      root: { justifyContent: 'space-between' },
      input: { width: 46, height: 44, fontSize: 18, fontWeight: 600 },
    }}
  />
);
