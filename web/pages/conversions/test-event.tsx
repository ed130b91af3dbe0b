import { Button, Checkbox, Select, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { callTool } from '../../api/call-tool.ts';
import { type Destination, type Destinations, readSends, type Send } from '../../api/conversions.ts';
import type { Workspace } from '../../api/scope.ts';
import { ChannelIcon } from '../../parts/channel-icon.tsx';
import { channelName, channelOrder } from '../../parts/channels.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Failed } from '../../parts/failure-notice.tsx';
import { KeyCap } from '../../parts/key-cap.tsx';
import { Shape } from '../../parts/shape.tsx';
import { useGo } from '../../shell/use-go.ts';
import classes from './conversions.module.css';
import { EVENT_CHOICES, type TestEvents, wordsOf } from './words.ts';

interface Props {
  workspace: Workspace;
  read: Destinations;
  onClose(): void;
}

interface Outcome {
  channel: string;
  outcome: Exclude<Send['state'], 'sending'>;
  field?: string;
  why?: string;
  next_step?: string;
}

const keyOf = ({ channel, id }: Destination) => `${channel}:${id}`;

/** Tries one destination with one made-up event, and says beforehand what that does there. */
export function TestEvent({ workspace, read, onClose }: Props) {
  const modes = new Map(read.channels.map(({ channel, testEvents }) => [channel, testEvents]));
  const open = read.destinations
    .filter(({ channel }) => modes.get(channel) !== 'none')
    .toSorted((a, b) => channelOrder(a.channel) - channelOrder(b.channel));
  const [form, setForm] = useState<Form>(() => emptyForm(open[0]));
  const put = (change: Partial<Form>) => setForm((old) => ({ ...old, ...change }));
  const destination = open.find((one) => keyOf(one) === form.to);
  const does = destination ? (modes.get(destination.channel) ?? 'none') : 'none';
  const send = useSend(workspace);
  if (!destination) return <NowhereToTest onClose={onClose} />;
  const ready =
    form.eventId.trim() !== '' &&
    (does === 'checked' || form.code.trim() !== '') &&
    (does !== 'counted' || form.agreed);
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Send a test event"
      about={`${channelName(destination.channel)} · ${destination.name}`}
      icon={<ChannelIcon channel={destination.channel} size={32} />}
      mode={workspace.modes[destination.channel] ?? null}
      size={480}
      actions={
        <>
          <Button onClick={onClose}>{send.data ? 'Close' : 'Send nothing'}</Button>
          <Button
            variant="filled"
            disabled={!ready || send.data !== undefined}
            loading={send.isPending}
            onClick={() => send.mutate(form)}
            rightSection={<KeyCap keys="mod↵" onAccent />}
          >
            {does === 'counted' ? 'Send, it counts' : 'Send'}
          </Button>
        </>
      }
    >
      <div className={classes.form}>
        <Failed error={send.error} title="The test event was not sent" />
        {send.data?.map((told) => (
          <Told key={told.channel} told={told} does={does} />
        ))}
        <Fields form={form} put={put} open={open} does={does} />
        <WhatItDoes
          does={does}
          channel={destination.channel}
          agreed={form.agreed}
          onAgree={(agreed) => put({ agreed })}
        />
      </div>
    </Dialog>
  );
}

interface Form {
  to: string;
  event: string;
  eventId: string;
  email: string;
  url: string;
  code: string;
  agreed: boolean;
}

const emptyForm = (first: Destination | undefined): Form => ({
  to: first ? keyOf(first) : '',
  event: 'lead',
  eventId: `test-${Date.now().toString(36)}`,
  email: 'test@example.com',
  url: 'https://example.com/',
  code: '',
  agreed: false,
});

function useSend({ id: workspaceId, currency }: Workspace) {
  return useMutation({
    mutationFn: async (form: Form) => {
      const { destinations } = await callTool<{ destinations: Outcome[] }>({
        workspaceId,
        channel: 'workspace',
        tool: 'send_conversion',
        arguments: callOf(form, currency),
      });
      return destinations;
    },
    onSettled: readSends,
  });
}

/** A platform takes a sale only with what it was worth. */
const TEST_AMOUNT = '1';

function callOf({ to, event, eventId, email, url, code }: Form, currency: string): Record<string, unknown> {
  return {
    event,
    event_id: eventId.trim(),
    happened_at: new Date().toISOString(),
    ...(event === 'purchase' && { value: { amount: TEST_AMOUNT, currency } }),
    ...(email.trim() !== '' && { person: { email: email.trim() } }),
    ...(url.trim() !== '' && { url: url.trim() }),
    browser: { user_agent: navigator.userAgent },
    source: 'web',
    consent: true,
    destinations: [to],
    test: true,
    ...(code.trim() !== '' && { test_code: code.trim() }),
  };
}

interface FieldsProps {
  form: Form;
  put(change: Partial<Form>): void;
  open: readonly Destination[];
  does: TestEvents;
}

function Fields({ form, put, open, does }: FieldsProps) {
  const text = (field: 'eventId' | 'email' | 'url' | 'code') => ({
    value: form[field],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => put({ [field]: event.currentTarget.value }),
  });
  return (
    <>
      <Select
        label="Destination"
        data-autofocus
        allowDeselect={false}
        searchable={open.length > 10}
        data={open.map((one) => ({ value: keyOf(one), label: `${channelName(one.channel)}: ${one.name}` }))}
        value={form.to}
        onChange={(to) => to && put({ to, agreed: false })}
      />
      <div className={classes.pair}>
        <Select
          label="Event"
          allowDeselect={false}
          data={EVENT_CHOICES}
          value={form.event}
          onChange={(event) => event && put({ event })}
        />
        <TextInput label="Event id" {...text('eventId')} />
      </div>
      <div className={classes.pair}>
        <TextInput label="E-mail, made up" {...text('email')} />
        <TextInput label="Page" {...text('url')} />
      </div>
      {does !== 'checked' && (
        <TextInput label="Test code" description="From the platform's own page for test events" {...text('code')} />
      )}
    </>
  );
}

const DOES: Readonly<Record<TestEvents, string>> = {
  none: '',
  checked: 'The platform checks the event and keeps nothing of it.',
  shown: 'The platform shows the event on its page for test events and does not count it.',
  counted: 'counts test events like all others: this one reaches reports and bidding.',
};

interface DoesProps {
  does: TestEvents;
  channel: string;
  agreed: boolean;
  onAgree(agreed: boolean): void;
}

function WhatItDoes({ does, channel, agreed, onAgree }: DoesProps) {
  if (does !== 'counted') return <p className={classes.quiet}>{DOES[does]}</p>;
  return (
    <div className={classes.warning}>
      <p>
        <Shape kind="limited" size={13} />
        <span>
          {channelName(channel)} {DOES.counted}
        </span>
      </p>
      <Checkbox
        checked={agreed}
        onChange={(event) => onAgree(event.currentTarget.checked)}
        label="Send it all the same"
      />
    </div>
  );
}

function Told({ told: { outcome, why, field, next_step }, does }: { told: Outcome; does: TestEvents }) {
  const { shape, word } = wordsOf({ state: outcome, why: null, isTest: true }, does);
  const said = { sent: 'Taken', already_sent: 'Sent before' }[outcome as string] ?? word;
  return (
    <div className={classes.told} role="status" data-outcome={outcome}>
      <Shape kind={shape} size={13} />
      <div>
        <strong>{said[0]!.toUpperCase() + said.slice(1)}</strong>
        {[field, why].filter(Boolean).length > 0 && <div>{[field, why].filter(Boolean).join(': ')}</div>}
        {next_step && <div className={classes.quiet}>{next_step}</div>}
      </div>
    </div>
  );
}

function NowhereToTest({ onClose }: { onClose(): void }) {
  const go = useGo();
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Nowhere to send a test event"
      size={480}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="filled" onClick={() => go('/connections')}>
            Go to Connections
          </Button>
        </>
      }
    >
      <p className={classes.plain}>
        No connected platform has a destination that takes test events. Professional has no test mode at all.
      </p>
    </Dialog>
  );
}
