import { Button, NumberInput, Select, Switch, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useScope } from '../../api/scope.ts';
import { DAY_MS, dayWithYear } from '../../format/time.ts';
import { type Access, AccessChoice, ChannelChoice } from '../../parts/access-choices.tsx';
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
  const [access, setAccess] = useState<Access>('read');
  const [wanted, setWanted] = useState<Permissions>({ personalData: false, customHtml: false });
  const [days, setDays] = useState('90');
  const [limit, setLimit] = useState<number | string>(usual);
  const create = useMutation(api.keys.create.mutationOptions({ onSuccess: onMade }));
  const until = days === '0' ? undefined : new Date(Date.now() + Number(days) * DAY_MS).toISOString();
  const owns = mine.some(({ id, role }) => id === workspaceId && role === 'owner');
  const ready = name.trim() !== '' && channels.length > 0 && Number(limit) >= 1;
  const given = {
    personalData: owns && wanted.personalData,
    customHtml: owns && access !== 'read' && wanted.customHtml,
  };
  const submit = () =>
    create.mutate({
      workspaceId,
      name,
      readOnly: access === 'read',
      ...(channels.length < CHANNELS.length && { channels }),
      ...given,
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
      actions={<Actions ready={ready} pending={create.isPending} onClose={onClose} onSubmit={submit} />}
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
        <ChannelChoice offered={CHANNELS} channels={channels} onChange={setChannels} />
        <AccessChoice channels={channels} access={access} onChange={setAccess} />
        <PermissionChoice given={given} owns={owns} access={access} onChange={setWanted} />
        <div className={classes.pair}>
          <Expiry days={days} until={until} onChange={setDays} />
          <Limit limit={limit} onChange={setLimit} />
        </div>
      </div>
    </Dialog>
  );
}

interface ActionProps {
  ready: boolean;
  pending: boolean;
  onClose(): void;
  onSubmit(): void;
}

const Actions = ({ ready, pending, onClose, onSubmit }: ActionProps) => (
  <>
    <Button onClick={onClose}>Cancel</Button>
    <Button variant="filled" onClick={onSubmit} disabled={!ready} loading={pending}>
      Create key
    </Button>
  </>
);

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

/** What only owners let a key do. */
interface Permissions {
  personalData: boolean;
  customHtml: boolean;
}

interface PermissionChoiceProps {
  given: Permissions;
  owns: boolean;
  access: Access;
  onChange(wanted: Permissions): void;
}

const PermissionChoice = ({ given, owns, access, onChange }: PermissionChoiceProps) => (
  <>
    <Permission
      label="Personal data"
      description={
        owns ? 'What people wrote into lead forms.' : 'An owner can let it see what people wrote into lead forms.'
      }
      allowed={given.personalData}
      locked={!owns}
      onChange={(personalData) => onChange({ ...given, personalData })}
    />
    <Permission
      label="Custom HTML"
      description={codeWords(owns, access)}
      allowed={given.customHtml}
      locked={!owns || access === 'read'}
      onChange={(customHtml) => onChange({ ...given, customHtml })}
    />
  </>
);

interface PermissionProps {
  label: string;
  description: string;
  allowed: boolean;
  /** Only owners give it. */
  locked: boolean;
  onChange(allowed: boolean): void;
}

/** Code runs in the browser of every visitor once its version is published. */
function codeWords(owns: boolean, access: Access): string {
  if (!owns) return 'An owner can let it write code into tags of websites.';
  return access === 'read' ? 'Takes a key that may write.' : 'Code of its own in tags of websites.';
}

const Permission = ({ label, description, allowed, locked, onChange }: PermissionProps) => (
  <Switch
    label={label}
    description={description}
    checked={allowed}
    disabled={locked}
    onChange={(event) => onChange(event.currentTarget.checked)}
  />
);

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
