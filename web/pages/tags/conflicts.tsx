import { SegmentedControl } from '@mantine/core';
import { plural } from '../../format/number.ts';
import { type ChangedField, ChangedFields } from '../../parts/changed-fields.tsx';
import { Shape } from '../../parts/shape.tsx';
import classes from './tags.module.css';

/** An object that the draft and a newer version both changed. */
export interface OpenConflict {
  /** As calls name it: `tag 4`. */
  object: string;
  name: string;
  inDraft: string;
  inVersion: string;
  fields: readonly ChangedField[];
}

export type Sides = Readonly<Record<string, 'ours' | 'theirs'>>;

interface Props {
  conflicts: readonly OpenConflict[];
  sides: Sides;
  /** Left out: they are only shown. */
  onSides?: (sides: Sides) => void;
}

/** Both sides of each conflict; neither is overwritten before a person has chosen. */
export function Conflicts({ conflicts, sides, onSides }: Props) {
  return (
    <section className={classes.conflicts} aria-label="Conflicts">
      <h3>
        <Shape kind="rejected" size={13} /> {plural(conflicts.length, 'conflict')}: a newer version changed the same
      </h3>
      <ul className={classes.changes}>
        {conflicts.map(({ object, name, inDraft, inVersion, fields }) => (
          <li key={object}>
            <div className={classes.conflictHead}>
              <span className={classes.changeName}>{name}</span> <span className={classes.quiet}>{object}</span>
              <span className={classes.changeWords}>
                {inDraft} in the draft, {inVersion} in the newest version
              </span>
            </div>
            <div className={classes.changeFields}>
              <ChangedFields fields={fields} sides={['In the draft', 'In the newest version']} />
            </div>
            {onSides && (
              <div className={classes.sides}>
                <SegmentedControl
                  size="xs"
                  aria-label={`Which side of ${name} stays`}
                  value={sides[object] ?? ''}
                  onChange={(side) => onSides({ ...sides, [object]: side === 'ours' ? 'ours' : 'theirs' })}
                  data={[
                    { value: 'ours', label: 'Keep the draft’s' },
                    { value: 'theirs', label: 'Keep the version’s' },
                  ]}
                />
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
