import { Button, Checkbox, NumberInput, Radio, Select, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useScope } from '../../api/scope.ts';
import { plural } from '../../format/number.ts';
import { DAY_MS, dayWithYear } from '../../format/time.ts';
import { ChannelIcon } from '../../parts/channel-icon.tsx';
import { CHANNEL_NAMES, type Channel } from '../../parts/channels.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Failed } from '../../parts/failure-notice.tsx';
import WorkspaceSelect from '../../parts/workspace-select.tsx';
import classes from './keys.module.css';
import type { MadeKey } from './types.ts';

const CHANNELS = Object.keys(CHANNEL_NAMES) as Channel[];
const LIVES = [
  { days: 30, label: 'In 30 days' },
  { days: 90, label: 'In 90 days' },
  { days: 365, label: 'In a year' },
  { days: 0, label: 'Never' },
];

type May = 'read' | 'write';

interface Props {
  /** The default limit of this deployment, for a key without one of its own. */
  limit: number;
  onClose(): void;
  onMade(made: MadeKey): void;
}

export function CreateKey({ limit: usual, onClose, onMade }: Props) {
  const { all, workspace } = useScope();
  const mine = all.filter(({ role }) => role !== 'viewer');
  const [workspaceId, setWorkspaceId] = useState((workspace ?? mine[0])?.id ?? '');
  const [name, setName] = useState('');
  const [channels, setChannels] = useState<string[]>(CHANNELS);
  const [may, setMay] = useState<May>('read');
  const [days, setDays] = useState('90');
  const [limit, setLimit] = useState<number | string>(usual);
  const create = useMutation(api.keys.create.mutationOptions({ onSuccess: onMade }));
  const until = days === '0' ? undefined : new Date(Date.now() + Number(days) * DAY_MS).toISOString();
  const ready = name.trim() !== '' && channels.length > 0 && Number(limit) >= 1;
  const submit = () =>
    create.mutate({
      workspaceId,
      name,
      readOnly: may === 'read',
      ...(channels.length < CHANNELS.length && { channels }),
      ...(until && { expiresAt: until }),
      ...(Number(limit) !== usual && { limit: Number(limit) }),
    });
  return (
    <Dialog
      opened
      onClose={onClose}
      size={520}
      title="Create key"
      about={`In ${mine.find(({ id }) => id === workspaceId)?.name ?? 'a workspace'}. It will be shown once.`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="filled" onClick={submit} disabled={!ready} loading={create.isPending}>
            Create key
          </Button>
        </>
      }
    >
      <div className={classes.form}>
        <Failed error={create.error} title="No key was made" />
        {!workspace && mine.length > 1 && (
          <WorkspaceSelect
            label="Workspace"
            workspaces={mine}
            value={workspaceId}
            onChange={(id) => id && setWorkspaceId(id)}
          />
        )}
        <NameInput name={name} onChange={setName} />
        <ChannelChoice channels={channels} onChange={setChannels} />
        <MayChoice channels={channels} may={may} onChange={setMay} />
        <div className={classes.pair}>
          <Expiry days={days} until={until} onChange={setDays} />
          <Limit limit={limit} onChange={setLimit} />
        </div>
      </div>
    </Dialog>
  );
}

function NameInput({ name, onChange }: { name: string; onChange(name: string): void }) {
  return (
    <TextInput
      label="Name"
      description="Shown in Activity beside everything it does."
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data-autofocus
      maxLength={100}
      value={name}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function ChannelChoice({ channels, onChange }: { channels: string[]; onChange(channels: string[]): void }) {
  return (
    <Checkbox.Group label="Channels" value={channels} onChange={onChange}>
      <div className={classes.choices}>
        {CHANNELS.map((channel) => (
          <Checkbox.Card key={channel} value={channel} className={classes.choice}>
            <Checkbox.Indicator size="xs" />
            <ChannelIcon channel={channel} />
            {CHANNEL_NAMES[channel]}
          </Checkbox.Card>
        ))}
      </div>
    </Checkbox.Group>
  );
}

interface MayProps {
  channels: readonly string[];
  may: May;
  onChange(may: May): void;
}

/** Reading alone or writing too, with the number of tools of the chosen channels that each opens. */
function MayChoice({ channels, may, onChange }: MayProps) {
  const { data: catalogue } = useQuery(api.tools.catalogue.queryOptions({}));
  const tools = catalogue?.channels.filter(({ channel }) => channels.includes(channel)).flatMap((one) => one.tools);
  const reading = tools?.filter(({ access }) => access === 'read').length;
  return (
    <Radio.Group label="May" value={may} onChange={(chosen) => onChange(chosen === 'write' ? 'write' : 'read')}>
      <div className={classes.pair}>
        <Choice value="read" title="Read only" about={`${counted(reading)} Cannot change or spend.`} />
        <Choice value="write" title="Read and write" about={`${counted(tools?.length)} New objects start paused.`} />
      </div>
    </Radio.Group>
  );
}

interface ExpiryProps {
  days: string;
  until: string | undefined;
  onChange(days: string): void;
}

function Expiry({ days, until, onChange }: ExpiryProps) {
  return (
    <Select
      label="Expires"
      allowDeselect={false}
      data={LIVES.map((life) => ({ value: String(life.days), label: life.label }))}
      value={days}
      onChange={(chosen) => chosen && onChange(chosen)}
      description={until ? dayWithYear(until.slice(0, 10)) : 'Works until it is revoked.'}
      inputWrapperOrder={['label', 'input', 'description']}
    />
  );
}

function Limit({ limit, onChange }: { limit: number | string; onChange(limit: number | string): void }) {
  return (
    <NumberInput
      label="Limit"
      description="Points per 5 min. A read costs 1, a write 3."
      inputWrapperOrder={['label', 'input', 'description']}
      min={1}
      max={1_000_000_000}
      thousandSeparator=","
      allowDecimal={false}
      hideControls
      value={limit}
      onChange={onChange}
    />
  );
}

const counted = (tools: number | undefined) => (tools === undefined ? '' : `${plural(tools, 'tool')}.`);

const Choice = ({ value, title, about }: { value: string; title: string; about: string }) => (
  <Radio.Card value={value} className={classes.choice} data-tall>
    <Radio.Indicator size="xs" />
    <span>
      <span className={classes.choiceTitle}>{title}</span>
      <span className={classes.choiceAbout}>{about}</span>
    </span>
  </Radio.Card>
);
