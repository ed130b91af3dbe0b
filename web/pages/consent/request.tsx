import { Anchor } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { auth } from '../../api/auth.ts';
import { api } from '../../api/client.ts';
import { Failed } from '../../parts/failure-notice.tsx';
import { Brand, Outside } from '../../shell/outside-page.tsx';
import { Asker, Never } from './asker.tsx';
import { Choices } from './choices.tsx';
import classes from './consent.module.css';
import type { ConsentRequest } from './types.ts';

interface Props {
  uid: string;
  request: ConsentRequest;
}

/** Left who asks, right what they get. */
export function Request({ uid, request }: Props) {
  const { client, person } = request;
  const leave = ({ redirectTo }: { redirectTo: string }) => window.location.assign(redirectTo);
  const approve = useMutation(api.consent.approve.mutationOptions({ onSuccess: leave }));
  const decline = useMutation(api.consent.decline.mutationOptions({ onSuccess: leave }));
  const sent = approve.data ?? decline.data;
  if (sent) return <Sent host={client.redirectHost} to={sent.redirectTo} />;
  return (
    <div className={classes.page}>
      <header className={classes.top}>
        <Brand className={classes.brand} />
      </header>
      <Asker request={request} />
      <main className={classes.main}>
        <Title name={client.name} />
        <Failed error={approve.error} title="The client was not connected" left="Nothing was given." />
        <Failed error={decline.error} title="The answer was not sent" left="Nothing was given." />
        <Choices
          request={request}
          state={approve.isPending ? 'connecting' : decline.isPending ? 'declining' : 'open'}
          onConnect={(choice) => approve.mutate({ uid, ...choice })}
          onDecline={() => decline.mutate({ uid })}
        />
      </main>
      <Never />
      <footer className={classes.person}>
        <span>
          {person.name}
          <span className={classes.quiet}>{person.email}</span>
        </span>
        <Anchor component="button" type="button" onClick={() => void signInAsAnother()}>
          Not you?
        </Anchor>
      </footer>
    </div>
  );
}

/** Has the focus, so that nothing is given by a key pressed too early. */
function Title({ name }: { name: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `Connect ${name} · Adhelm`;
    heading.current?.focus();
  }, [name]);
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className={classes.title}>
        {name} wants to connect
      </h1>
      <p className={classes.about}>You decide what it sees and changes, and can take it back at any time.</p>
    </>
  );
}

/** The address may open a program, which leaves this page where it is. */
const Sent = ({ host, to }: { host: string; to: string }) => (
  <Outside title="Your answer is on its way" about={`It goes to ${host}. You can close this page.`}>
    <Anchor href={to}>Send it again</Anchor>
  </Outside>
);

async function signInAsAnother(): Promise<void> {
  await auth('/sign-out', {});
  window.location.assign(`/sign-in?back=${encodeURIComponent(window.location.pathname)}`);
}
