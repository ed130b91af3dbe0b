import { Button, NumberInput, Select } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { plainAmount } from '../../format/money.ts';
import { plural } from '../../format/number.ts';
import { DAY_MS, dayWithYear } from '../../format/time.ts';
import { type Access, AccessChoice, ChannelChoice } from '../../parts/access-choices.tsx';
import { channelOrder } from '../../parts/channels.ts';
import WorkspaceSelect from '../../parts/workspace-select.tsx';
import classes from './consent.module.css';
import { Raises } from './raises.tsx';
import type { ConsentChoice, ConsentRequest, Days, Raise } from './types.ts';

interface Props {
  request: ConsentRequest;
  state: 'open' | 'connecting' | 'declining';
  onConnect(choice: ConsentChoice): void;
  onDecline(): void;
}

const USUAL_DAYS: Days = 30;

/** What the client gets. Reading is chosen first; to let it write takes a hand. */
export function Choices({ request, state, onConnect, onDecline }: Props) {
  const { workspaces, expiryChoices, client } = request;
  const draft = useDraft(request);
  const { workspace, offered, channels, access, days, raises, points, change } = draft;
  const decline = (
    <Button type="button" onClick={onDecline} loading={state === 'declining'} disabled={state === 'connecting'}>
      Do not connect
    </Button>
  );
  if (!workspace) return <NothingToGive name={client.name}>{decline}</NothingToGive>;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onConnect(choiceOf(draft, workspace.id, request.ratePoints));
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <WorkspaceSelect
        label="Workspace"
        description={`In ${workspace.organization}. Your role there: ${workspace.role}.`}
        inputWrapperOrder={['label', 'input', 'description']}
        workspaces={workspaces}
        value={workspace.id}
        onChange={(id) => id && change({ workspaceId: id, raises: [] })}
      />
      <ChannelChoice offered={offered} channels={channels} onChange={(chosen) => change({ channels: chosen })} />
      <AccessChoice
        channels={channels}
        access={access}
        readsOnly={draft.readsOnly}
        onChange={(wanted) => change({ wanted })}
      />
      {access !== 'read' && (
        <Raises workspace={workspace} raises={raises} onChange={(given) => change({ raises: given })} />
      )}
      <div className={classes.pair}>
        <Expiry choices={expiryChoices} days={days} onChange={(chosen) => change({ days: chosen })} />
        <Calls points={points} windowS={request.rateWindowS} onChange={(given) => change({ points: given })} />
      </div>
      <div className={classes.buttons}>
        {decline}
        <span className={classes.quiet}>Stands in Activity as a grant of yours</span>
        <Button
          type="submit"
          variant="filled"
          loading={state === 'connecting'}
          disabled={channels.length === 0 || !(Number(points) >= 1) || state === 'declining'}
        >
          Connect, {access === 'read' ? 'read only' : 'read and write'}
        </Button>
      </div>
    </form>
  );
}

interface Draft {
  workspaceId: string;
  channels: string[];
  wanted: Access;
  days: Days;
  raises: readonly Raise[];
  points: number | string;
}

/** What the person has chosen so far. */
function useDraft({ workspaces, scopes, channels, ratePoints }: ConsentRequest) {
  const offered = [...channels].sort((a, b) => channelOrder(a) - channelOrder(b));
  const [draft, setDraft] = useState<Draft>({
    workspaceId: workspaces[0]?.id ?? '',
    channels: offered,
    wanted: 'read',
    days: USUAL_DAYS,
    raises: [],
    points: ratePoints,
  });
  const workspace = workspaces.find(({ id }) => id === draft.workspaceId);
  const readsOnly = whyReadsOnly(workspace, scopes);
  const access: Access = readsOnly === undefined ? draft.wanted : 'read';
  const change = (some: Partial<Draft>) => setDraft({ ...draft, ...some });
  return { ...draft, workspace, offered, readsOnly, access, change };
}

function choiceOf(draft: ReturnType<typeof useDraft>, workspaceId: string, usualPoints: number): ConsentChoice {
  const { channels, access, days, raises, points } = draft;
  return {
    workspaceId,
    channels,
    readOnly: access === 'read',
    expiresInDays: days,
    mayRaise: access === 'read' ? [] : given(raises),
    ...(Number(points) !== usualPoints && { ratePoints: Number(points) }),
  };
}

function whyReadsOnly(workspace: { role: string } | undefined, scopes: readonly string[]): string | undefined {
  if (!scopes.includes('ads:write')) return 'It did not ask to write.';
  return workspace?.role === 'viewer' ? 'Viewers can look, not change, and so can what they connect.' : undefined;
}

/** Only the fields that hold something. */
function given(raises: readonly Raise[]): Raise[] {
  return raises.flatMap(({ currency, ...amounts }) => {
    const [daily, single] = [amounts.daily, amounts.single].map((amount) => plainAmount(amount ?? ''));
    return daily || single ? [{ currency, ...(daily && { daily }), ...(single && { single }) }] : [];
  });
}

interface CallsProps {
  points: number | string;
  windowS: number;
  onChange(points: number | string): void;
}

const Calls = ({ points, windowS, onChange }: CallsProps) => (
  <NumberInput
    label="Calls"
    description={`Points in ${windowS / 60} min. A read costs 1, a write 3.`}
    inputWrapperOrder={['label', 'input', 'description']}
    min={1}
    max={1_000_000_000}
    thousandSeparator=","
    allowDecimal={false}
    hideControls
    value={points}
    onChange={onChange}
  />
);

interface ExpiryProps {
  choices: ConsentRequest['expiryChoices'];
  days: Days;
  onChange(days: Days): void;
}

function Expiry({ choices, days, onChange }: ExpiryProps) {
  const until = new Date(Date.now() + days * DAY_MS).toISOString();
  return (
    <Select
      label="Expires"
      allowDeselect={false}
      data={choices.map((one) => ({ value: String(one.days), label: `In ${plural(one.days, 'day')}` }))}
      value={String(days)}
      onChange={(chosen) => onChange(choices.find((one) => String(one.days) === chosen)?.days ?? days)}
      description={`${dayWithYear(until.slice(0, 10))}. Then it asks again.`}
      inputWrapperOrder={['label', 'input', 'description']}
    />
  );
}

const NothingToGive = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div className={classes.form}>
    <p className={classes.nothing}>
      You are in no workspace yet, so there is nothing that {name} could be given. Ask an owner to invite you to one,
      then connect again.
    </p>
    <div className={classes.buttons}>{children}</div>
  </div>
);
