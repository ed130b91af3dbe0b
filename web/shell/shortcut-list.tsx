import { Dialog } from '../parts/dialog.tsx';
import { KeyCap } from '../parts/key-cap.tsx';

const SHORTCUTS: readonly [string[], string][] = [
  [['modK'], 'Search or jump to'],
  [['/'], 'Filter the list'],
  [['G', 'O'], 'Overview'],
  [['G', 'V'], 'Approvals'],
  [['G', 'C'], 'Campaigns'],
  [['G', 'M'], 'Media plans'],
  [['G', 'E'], 'Conversions'],
  [['G', 'T'], 'Tags'],
  [['G', 'A'], 'Activity'],
  [['G', 'H'], 'History'],
  [['G', 'P'], 'Playground'],
  [['G', 'R'], 'Rehearsal'],
  [['G', 'S'], 'Sheets'],
  [['↑', '↓'], 'Rows, also J and K'],
  [['↵'], 'Open the row'],
  [['X'], 'Select the row'],
  [['esc'], 'Back'],
  [['[', ']'], 'Previous and next period'],
  [['A'], 'Approve: then confirm'],
  [['R'], 'Reject: write a note'],
  [['N'], 'Next problem of a media plan'],
  [['mod↵'], 'The verb of the dialog, Run, or confirm'],
  [['?'], 'This list'],
];

export default function ShortcutList({ opened, onClose }: { opened: boolean; onClose(): void }) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Keys" size={480}>
      <dl style={{ display: 'grid', gridTemplateColumns: '96px 1fr', gap: '6px 12px', margin: 0 }}>
        {SHORTCUTS.flatMap(([keys, meaning]) => [
          <dt key={`${meaning} keys`} style={{ display: 'flex', gap: 4 }}>
            {keys.map((key) => (
              <KeyCap key={key} keys={key} />
            ))}
          </dt>,
          <dd key={meaning} style={{ margin: 0 }}>
            {meaning}
          </dd>,
        ])}
      </dl>
    </Dialog>
  );
}
