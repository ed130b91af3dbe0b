import { Button, Checkbox, Select, Switch } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import { useState } from 'react';
import type { Api } from '../../src/web/api/router.ts';
import { api, readAgain } from '../api/client.ts';
import { useScope, type Workspace } from '../api/scope.ts';
import classes from './approval-rules.module.css';
import { Dialog } from './dialog.tsx';
import { Failed } from './failure-notice.tsx';
import { WhomToAsk } from './locked-notice.tsx';
import { showReadBack } from './read-back.tsx';
import WorkspaceSelect from './workspace-select.tsx';

type Policy = inferRouterOutputs<Api>['approvals']['policy'];
type Class = Policy['two'][number];
type Rule = NonNullable<Policy['rules'][Class]>;

const CLASSES: { name: Class; title: string; about: string }[] = [
  { name: 'raise', title: 'Let more money flow', about: 'Higher budgets, caps and bids.' },
  { name: 'activate', title: 'Switch on', about: 'A campaign, group or ad begins to serve, or tags reach visitors.' },
  { name: 'delete', title: 'What cannot be taken back', about: 'Removing, archiving for good.' },
  { name: 'people', title: 'Upload people', about: 'Audiences, conversions, leads.' },
  { name: 'create', title: 'Create', about: 'New objects, paused.' },
  { name: 'change', title: 'Change without money', about: 'Names, texts, targeting.' },
];

const RULES: { value: Rule; label: string }[] = [
  { value: 'auto', label: 'At once' },
  { value: 'confirm', label: 'After a preview' },
  { value: 'approve', label: 'A person approves' },
  { value: 'deny', label: 'Never' },
];

interface Props {
  /** Left out: the workspace of the page, or one to choose. */
  workspace?: Workspace;
  onClose(): void;
}

/** What needs a person, by workspace: read by all, set by owners. */
export function ApprovalRules({ workspace: given, onClose }: Props) {
  const { all, workspace: shown } = useScope();
  const [id, setId] = useState((given ?? shown ?? all[0])?.id);
  const workspace = all.find((one) => one.id === id);
  const { data, error } = useQuery({
    ...api.approvals.policy.queryOptions({ workspaceId: id ?? '' }),
    enabled: id !== undefined,
    placeholderData: undefined,
    staleTime: 0,
  });
  const choice = !given && all.length > 1 && (
    <WorkspaceSelect
      label="Workspace"
      workspaces={all}
      value={id ?? null}
      onChange={(chosen) => chosen && setId(chosen)}
    />
  );
  if (workspace && data)
    return <Rules key={id} workspace={workspace} policy={data} choice={choice} onClose={onClose} />;
  return (
    <Dialog opened onClose={onClose} size={560} title="What needs a person?">
      {choice}
      <Failed error={error} title="The rules could not be read" />
    </Dialog>
  );
}

interface RulesProps {
  workspace: Workspace;
  policy: Policy;
  choice: React.ReactNode;
  onClose(): void;
}

function Rules({ workspace, policy, choice, onClose }: RulesProps) {
  const [draft, setDraft] = useState(policy);
  const { rules, two, fourEyes } = draft;
  const owns = workspace.role === 'owner';
  const save = useSave(workspace, onClose);
  return (
    <Dialog
      opened
      onClose={onClose}
      size={560}
      title="What needs a person?"
      about={workspace.name}
      actions={
        owns && (
          <>
            <Button onClick={onClose}>Keep the rules</Button>
            <Button
              variant="filled"
              loading={save.isPending}
              onClick={() => save.mutate({ workspaceId: workspace.id, ...draft })}
            >
              Set the rules
            </Button>
          </>
        )
      }
    >
      <div className={classes.form}>
        {choice}
        <Failed error={save.error} title="The rules were not set" />
        {!owns && (
          <p className={classes.always}>
            Owners set these. <WhomToAsk />
          </p>
        )}
        <RuleTable
          rules={rules}
          two={two}
          locked={!owns}
          onRule={(name, rule) => setDraft({ ...draft, rules: { ...rules, [name]: rule } })}
          onTwo={(name, on) => setDraft({ ...draft, two: on ? [...two, name] : two.filter((one) => one !== name) })}
        />
        <Switch
          label="Four eyes: not the person behind the key"
          description="Holds while somebody else can approve."
          checked={fourEyes}
          disabled={!owns}
          onChange={(event) => setDraft({ ...draft, fourEyes: event.currentTarget.checked })}
        />
        <p className={classes.always}>Pausing and cutting always work at once; no rule holds them back.</p>
      </div>
    </Dialog>
  );
}

function useSave(workspace: Workspace, onSaved: () => void) {
  return useMutation(
    api.approvals.setPolicy.mutationOptions({
      onSuccess: () => {
        void readAgain(api.approvals.pathFilter());
        showReadBack({
          title: `The rules of ${workspace.name} are set`,
          about: 'They hold for what is asked from now on.',
        });
        onSaved();
      },
    }),
  );
}

interface TableProps {
  rules: Policy['rules'];
  two: readonly Class[];
  locked: boolean;
  onRule(name: Class, rule: Rule): void;
  onTwo(name: Class, on: boolean): void;
}

const RuleTable = ({ rules, two, locked, onRule, onTwo }: TableProps) => (
  <table className={classes.rules}>
    <thead>
      <tr>
        <th scope="col">To</th>
        <th scope="col">Rule</th>
        <th scope="col">Two people</th>
      </tr>
    </thead>
    <tbody>
      {CLASSES.map(({ name, title, about }) => (
        <tr key={name}>
          <th scope="row">
            {title}
            <span>{about}</span>
          </th>
          <td>
            <Select
              aria-label={`Rule for: ${title}`}
              size="xs"
              allowDeselect={false}
              disabled={locked}
              data={RULES}
              value={rules[name] ?? 'auto'}
              onChange={(rule) => rule && onRule(name, rule as Rule)}
            />
          </td>
          <td>
            <Checkbox
              aria-label={`Two people for: ${title}`}
              disabled={locked || rules[name] !== 'approve'}
              checked={two.includes(name)}
              onChange={(event) => onTwo(name, event.currentTarget.checked)}
            />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
