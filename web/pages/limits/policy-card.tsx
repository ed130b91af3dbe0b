import { Button, Card } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import type { Workspace } from '../../api/scope.ts';
import { ApprovalRules } from '../../parts/approval-rules.tsx';
import classes from './limits.module.css';

const CLASSES = [
  ['raise', 'Let more money flow'],
  ['activate', 'Switch on'],
  ['delete', 'What cannot be taken back'],
  ['people', 'Upload people'],
  ['create', 'Create, paused'],
  ['change', 'Change without money'],
] as const;

const RULES = { auto: 'At once', confirm: 'After a preview', approve: 'A person approves', deny: 'Never' };

/** The other half of what holds an agent back: which changes wait for a person. */
export function PolicyCard({ workspace }: { workspace: Workspace }) {
  const [opened, setOpened] = useState(false);
  const { data } = useQuery(api.approvals.policy.queryOptions({ workspaceId: workspace.id }));
  return (
    <Card component="section" aria-label="What needs a person?" className={classes.card}>
      <header className={classes.cardHead}>
        <h2>What needs a person?</h2>
        <Button size="xs" className={classes.end} onClick={() => setOpened(true)}>
          Approval rules
        </Button>
      </header>
      <dl className={classes.policy}>
        {CLASSES.map(([name, title]) => (
          <div key={name}>
            <dt>{title}</dt>
            <dd>
              {data ? RULES[data.rules[name] ?? 'auto'] : '–'}
              {data?.rules[name] === 'approve' && data.two.includes(name) && ', by two'}
            </dd>
          </div>
        ))}
        <div>
          <dt>Cut or pause</dt>
          <dd>
            <IconLock size={14} aria-hidden="true" /> Always allowed
          </dd>
        </div>
      </dl>
      {opened && <ApprovalRules workspace={workspace} onClose={() => setOpened(false)} />}
    </Card>
  );
}
