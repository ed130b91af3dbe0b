import { Button, Card, PasswordInput, PinInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { auth } from '../../api/auth.ts';
import { CodeBox } from '../../parts/code-box.tsx';
import { Problem } from '../../parts/problem.tsx';
import { QrCode } from '../../parts/qr-code.tsx';
import { SecretBox } from '../../parts/secret-box.tsx';
import { Status } from '../../parts/status.tsx';
import classes from './account.module.css';
import { CodeField } from './code-field.tsx';

interface Beginning {
  totpURI: string;
  backupCodes: string[];
}

/** Turns TOTP codes from an authenticator app on and off. */
export function SecondFactor({ on }: { on: boolean }) {
  const { password, setPassword, code, setCode, begun, confirmed, problem, busy, begin, confirm, off, finished } =
    useSecondFactor();
  const isOn = on || confirmed;
  return (
    <Card component="section" className={classes.card} aria-label="Second factor">
      <h2>
        Second factor <Status kind={isOn ? 'active' : 'paused'}>{isOn ? 'On' : 'Off'}</Status>
      </h2>
      <p>A code from an app on your phone, asked for after the password.</p>
      {problem && <Problem title="Nothing was changed" text={problem} />}
      {begun && confirmed && <RecoveryCodes codes={begun.backupCodes} onStored={finished} />}
      {begun && !confirmed && <Enrolment uri={begun.totpURI} code={code} onCode={setCode} onComplete={confirm} />}
      {!begun && (
        <form
          className={classes.form}
          onSubmit={(event) => {
            event.preventDefault();
            void (on ? off() : begin());
          }}
        >
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          {on && <CodeField value={code} onChange={setCode} />}
          <Button
            type="submit"
            variant={on ? 'default' : 'filled'}
            loading={busy}
            disabled={password === '' || (on && code === '')}
          >
            {on ? 'Turn it off' : 'Turn it on'}
          </Button>
        </form>
      )}
    </Card>
  );
}

/** Asks the service for each step of turning the codes on or off, and keeps what was typed and answered. */
function useSecondFactor() {
  const queries = useQueryClient();
  const [password, setPassword] = useState('');
  const [begun, setBegun] = useState<Beginning>();
  const [confirmed, setConfirmed] = useState(false);
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const ask = async (path: string, body: object) => {
    setBusy(true);
    const answer = await auth(`/two-factor${path}`, body);
    setBusy(false);
    setProblem(answer.ok ? undefined : answer.message);
    return answer;
  };
  const begin = async () => {
    const answer = await ask('/enable', { password });
    if (answer.ok) setBegun(answer.data as unknown as Beginning);
  };
  const finished = () => {
    setBegun(undefined);
    setConfirmed(false);
    setPassword('');
    setCode('');
    void queries.invalidateQueries();
  };
  const confirm = async (given: string) => {
    setConfirmed((await ask('/verify-totp', { code: given })).ok);
  };
  const off = async () => {
    if ((await ask('/disable', { password, code })).ok) finished();
  };
  return { password, setPassword, code, setCode, begun, confirmed, problem, busy, begin, confirm, off, finished };
}

function RecoveryCodes({ codes, onStored }: { codes: readonly string[]; onStored(): void }) {
  return (
    <div className={classes.form}>
      <div>If the phone is lost, each of these lets you in once. They are shown this once.</div>
      <CodeBox label="Recovery codes">{codes.join('\n')}</CodeBox>
      <Button variant="filled" onClick={onStored}>
        I have stored them
      </Button>
    </div>
  );
}

interface EnrolmentProps {
  uri: string;
  code: string;
  onCode(code: string): void;
  onComplete(code: string): void;
}

function Enrolment({ uri, code, onCode, onComplete }: EnrolmentProps) {
  return (
    <div className={classes.form}>
      <QrCode text={uri} label="The secret, for an app to scan" />
      <SecretBox
        secret={secretIn(uri)}
        what="secret"
        warning="Scan it with your app or enter it there, then type the code the app shows."
      />
      <PinInput
        length={6}
        type="number"
        oneTimeCode
        aria-label="Code"
        value={code}
        onChange={onCode}
        onComplete={onComplete}
      />
    </div>
  );
}

const secretIn = (uri: string) => new URL(uri).searchParams.get('secret') ?? uri;
