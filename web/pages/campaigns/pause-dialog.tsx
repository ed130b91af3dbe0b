import { budgetText, type Campaign } from '../../api/campaign.ts';
import { ChangeDialog } from '../../parts/change-dialog.tsx';
import { problemOf } from '../../parts/problem-of.ts';
import { Status } from '../../parts/status.tsx';
import { callFor, isPaused } from './changes.ts';
import { accountFact } from './facts.tsx';
import { useChange } from './use-change.ts';

interface Props {
  campaign: Campaign;
  onClose(): void;
}

/** Pausing stops spending at once; starting lets it spend again. */
export function PauseDialog({ campaign, onClose }: Props) {
  const mutation = useChange(onClose);
  const starts = isPaused(campaign);
  const to = starts ? 'running' : 'paused';
  const call = callFor(campaign, { to });
  const [now, after] = starts ? (['paused', 'active'] as const) : (['active', 'paused'] as const);
  return (
    <ChangeDialog
      onClose={onClose}
      title={starts ? 'Start the campaign' : 'Pause the campaign'}
      about={campaign.name}
      mode={campaign.mode}
      before={<Status kind={now} />}
      after={<Status kind={after} />}
      facts={[
        {
          label: 'Difference',
          value: starts ? 'It may spend again, from now on' : 'It stops spending; nothing is deleted',
        },
        accountFact(campaign),
        { label: 'At most', value: starts ? budgetText(campaign) : 'nothing while it is paused' },
      ]}
      request={{ tool: call?.tool ?? '–', arguments: call?.arguments ?? {} }}
      verb={starts ? 'Start' : 'Pause'}
      keep={starts ? 'Keep paused' : 'Keep running'}
      busy={mutation.isPending}
      problem={
        mutation.error &&
        problemOf(mutation.error, starts ? 'The campaign was not started' : 'The campaign was not paused')
      }
      onConfirm={() =>
        mutation.mutate({
          campaign,
          change: { to },
          done: starts ? 'The campaign is active' : 'The campaign is paused',
          undo: {
            change: { to: starts ? 'paused' : 'running' },
            done: starts ? 'The campaign is paused' : 'The campaign is active',
          },
        })
      }
    />
  );
}
