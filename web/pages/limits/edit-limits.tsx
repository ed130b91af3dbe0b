import { Autocomplete, Button, SegmentedControl, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, isApiError, readAgain } from '../../api/client.ts';
import type { LimitOverview, LimitRow, LimitsToSet } from '../../api/limits.ts';
import { useMe, type Workspace } from '../../api/scope.ts';
import { money, plainAmount } from '../../format/money.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Failed } from '../../parts/failure-notice.tsx';
import { KeyCap } from '../../parts/key-cap.tsx';
import { showReadBack } from '../../parts/read-back.tsx';
import { Shape } from '../../parts/shape.tsx';
import classes from './limits.module.css';

type Of = LimitsToSet['of'];
type Kind = keyof LimitsToSet['amounts'];

/** Whose limits are edited, and in which currency first. */
export interface Editing {
  of: Of;
  currency: string;
  /** Of a key: its name. */
  name?: string;
}

interface Props {
  editing: Editing;
  workspace: Workspace;
  overview: LimitOverview;
  onClose(): void;
}

export function EditLimits({ editing, workspace, overview, onClose }: Props) {
  const { organization } = useMe();
  const { of, setOf, currency, setCurrency, rows, amounts, typed, put } = useDraft(editing, overview);
  const owner = ownerOf(of, { key: editing.name, workspace: workspace.name, organization: organization.name });
  const save = useSave(`${owner} in ${currency}`, onClose);
  const wrong = wrongFields(save.error);
  return (
    <Dialog
      opened
      onClose={onClose}
      size={600}
      title={`Edit limits of ${owner}`}
      about="Sandbox and live are counted apart, each against the whole limit."
      footStart="Owners only, on record in Activity."
      actions={
        <>
          <Button onClick={onClose}>Keep as it is</Button>
          <Button
            variant="filled"
            disabled={Object.keys(amounts).length === 0}
            loading={save.isPending}
            onClick={() => save.mutate({ workspaceId: workspace.id, of, currency, amounts })}
            rightSection={<KeyCap keys="mod↵" onAccent />}
          >
            Set limits
          </Button>
        </>
      }
    >
      <div className={classes.form}>
        <div className={classes.choices}>
          {of.scope !== 'key' && organization.role === 'owner' && (
            <ScopeChoice scope={of.scope} workspace={workspace.name} onChange={setOf} />
          )}
          <Autocomplete
            label="Currency"
            data={currenciesOf(overview)}
            maxLength={3}
            error={wrong.currency}
            value={currency}
            onChange={(chosen) => setCurrency(chosen.toUpperCase())}
          />
        </div>
        <Failed error={save.error} title="The limits were not set" />
        {FIELDS.map((field) => (
          <LimitField
            key={field.kind}
            field={field}
            currency={currency}
            rows={rows}
            value={typed(field.kind)}
            error={wrong[field.kind]}
            onChange={(value) => put(field.kind, value)}
          />
        ))}
        <p className={classes.quiet}>An empty field is no limit. Pauses and cuts pass every limit.</p>
      </div>
    </Dialog>
  );
}

/** What the person has typed, by scope and currency: each has limits of its own. */
function useDraft(editing: Editing, overview: LimitOverview) {
  const [of, setOf] = useState(editing.of);
  const [currency, setCurrency] = useState(editing.currency);
  const [edits, setEdits] = useState<Record<string, Edits>>({});
  const place = `${of.scope} ${currency}`;
  const own = edits[place] ?? {};
  const rows = rowsOf(overview, of);
  const before = draftOf(rows, currency);
  return {
    of,
    setOf,
    currency,
    setCurrency,
    rows,
    amounts: changed(before, own),
    typed: (kind: Kind) => own[kind] ?? before[kind],
    put: (kind: Kind, value: string) => setEdits({ ...edits, [place]: { ...own, [kind]: value } }),
  };
}

interface ScopeProps {
  scope: Of['scope'];
  workspace: string;
  onChange(of: Of): void;
}

const ScopeChoice = ({ scope, workspace, onChange }: ScopeProps) => (
  <SegmentedControl
    aria-label="Whose limits"
    value={scope}
    onChange={(chosen) => onChange({ scope: chosen } as Of)}
    data={[
      { value: 'workspace', label: workspace },
      { value: 'organization', label: 'All workspaces' },
    ]}
  />
);

function ownerOf(of: Of, names: { key: string | undefined; workspace: string; organization: string }): string {
  if (of.scope === 'key') return `the key ${names.key ?? of.keyId}`;
  return of.scope === 'workspace' ? names.workspace : `${names.organization}, all workspaces`;
}

const currenciesOf = ({ accounts, limits }: LimitOverview): string[] =>
  [...new Set([...accounts, ...limits].flatMap((one) => one.currency ?? []))].sort();

function rowsOf(overview: LimitOverview, of: Of): readonly LimitRow[] {
  if (of.scope === 'key') return overview.keys.find(({ id }) => id === of.keyId)?.limits ?? [];
  return overview.limits.filter(({ scope }) => scope === of.scope);
}

interface Field {
  kind: Kind;
  label: string;
  unit(currency: string): string;
}

const FIELDS: readonly Field[] = [
  { kind: 'daily', label: 'A day', unit: (currency) => currency },
  { kind: 'worst_day', label: 'Worst day', unit: (currency) => currency },
  { kind: 'month', label: 'Month', unit: (currency) => `${currency}, in the account’s month` },
  { kind: 'single', label: 'Largest budget', unit: (currency) => `${currency} / day, one object` },
  { kind: 'step', label: 'Step, one change', unit: () => '% in every currency' },
  { kind: 'day_step', label: 'Step, 24 hours', unit: () => '% in every currency' },
];

type Draft = Record<Kind, string>;
type Edits = Partial<Draft>;

interface FieldProps {
  field: Field;
  currency: string;
  rows: readonly LimitRow[];
  value: string;
  error: string | undefined;
  onChange(value: string): void;
}

function LimitField({ field: { kind, label, unit }, currency, rows, value, error, onChange }: FieldProps) {
  return (
    <div className={classes.field}>
      <TextInput
        label={label}
        {...(kind === 'daily' && { 'data-autofocus': true })}
        inputMode="decimal"
        maxLength={60}
        placeholder={kind === 'worst_day' ? 'shown, not enforced' : 'no limit'}
        rightSection={<span className={classes.unit}>{unit(currency)}</span>}
        rightSectionWidth="auto"
        rightSectionPointerEvents="none"
        error={error}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Below rows={rows} kind={kind} currency={currency} wanted={value} />
    </div>
  );
}

/** Said before it is set: a limit below what runs cuts nothing. */
function Below({
  rows,
  kind,
  currency,
  wanted,
}: {
  rows: readonly LimitRow[];
  kind: Kind;
  currency: string;
  wanted: string;
}) {
  const amount = plainAmount(wanted);
  if (!/^\d+(\.\d+)?$/.test(amount)) return null;
  const over = rows
    .filter((row) => row.kind === kind && row.currency === currency && row.used !== undefined)
    .map((row) => ({ by: Number(row.used) + Number(row.held ?? 0) - Number(amount), isPartial: row.at_least }))
    .toSorted((one, other) => other.by - one.by)[0];
  if (!over || over.by <= 0) return null;
  return (
    <p className={classes.below} role="status">
      <Shape kind="limited" size={12} />
      <span>
        Below what runs now, by {over.isPartial && 'at least '}
        {money(over.by, currency)}. Nothing is cut: raises are refused (<code>over_limit</code>) until it fits again.
      </span>
    </p>
  );
}

function useSave(what: string, onSaved: () => void) {
  return useMutation(
    api.limits.set.mutationOptions({
      onSuccess: () => {
        void readAgain(api.limits.pathFilter());
        showReadBack({ title: `The limits of ${what} are set`, about: 'They hold for what is asked from now on.' });
        onSaved();
      },
    }),
  );
}

function draftOf(rows: readonly LimitRow[], currency: string): Draft {
  const amount = (kind: Kind) =>
    rows.find((row) => row.kind === kind && (row.currency ?? currency) === currency)?.limit ?? '';
  return Object.fromEntries(FIELDS.map(({ kind }) => [kind, amount(kind)])) as Draft;
}

/** Only what the person has changed; an emptied field removes its limit. */
function changed(before: Draft, edits: Edits): LimitsToSet['amounts'] {
  return Object.fromEntries(
    FIELDS.flatMap(({ kind }) => {
      const edit = edits[kind];
      return edit === undefined || plainAmount(edit) === before[kind] ? [] : [[kind, plainAmount(edit) || null]];
    }),
  );
}

/** What the service said of single fields, by field. */
function wrongFields(error: unknown): Record<string, string> {
  const failure = isApiError(error)
    ? (error.data?.failure as { field?: string; message: string; problems?: { field: string; message: string }[] })
    : undefined;
  if (failure?.problems) return Object.fromEntries(failure.problems.map(({ field, message }) => [field, message]));
  return failure?.field === undefined ? {} : { [failure.field]: failure.message.replace(/^`\w+`:? /, '') };
}
