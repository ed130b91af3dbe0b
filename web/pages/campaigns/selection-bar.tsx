import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { Campaign } from '../../api/campaign.ts';
import { plural } from '../../format/number.ts';
import { lateCode } from '../../parts/late-code.ts';
import type { BulkKind } from './bulk-dialog.tsx';
import classes from './campaigns.module.css';

const BulkDialog = lazy(lateCode(() => import('./bulk-dialog.tsx')));

interface Props {
  campaigns: readonly Campaign[];
  onClear(): void;
}

/** What can be done with the selected campaigns. */
export function SelectionBar({ campaigns, onClear }: Props) {
  const [asking, setAsking] = useState<BulkKind>();
  return (
    <div className={classes.selection} role="toolbar" aria-label="Selected campaigns">
      <span>{plural(campaigns.length, 'campaign')} selected</span>
      <Button size="xs" onClick={() => setAsking('pause')}>
        Pause …
      </Button>
      <Button size="xs" onClick={() => setAsking('resume')}>
        Resume …
      </Button>
      <Button size="xs" onClick={() => setAsking('budget')}>
        Budget by percent …
      </Button>
      <Button size="xs" variant="subtle" onClick={onClear}>
        Clear
      </Button>
      {asking && (
        <Suspense>
          <BulkDialog kind={asking} campaigns={campaigns} onClose={() => setAsking(undefined)} />
        </Suspense>
      )}
    </div>
  );
}
