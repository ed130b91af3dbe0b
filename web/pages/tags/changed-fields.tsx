import type { Change } from '../../api/tags.ts';
import { CodeBox } from '../../parts/code-box.tsx';
import { Diff } from '../../parts/diff.tsx';
import classes from './tags.module.css';
import { fieldWord, isLong, wholeText } from './words.ts';

interface Props {
  fields: Change['fields'];
  /** What the two values are, where they are not before and after. */
  sides?: readonly [string, string];
}

/** Field by field. Code and long values stand in full in a box, as text: nothing of them runs here. */
export function Fields({ fields, sides }: Props) {
  if (fields.length === 0) return null;
  return (
    <ul className={classes.fields}>
      {fields.map((field) => (
        <li key={field.field}>
          {sides || isLong(field.from) || isLong(field.to) ? (
            <Boxes field={field} sides={sides ?? ['Before', 'After']} />
          ) : (
            <Diff
              field={fieldWord(field.field)}
              {...(isThere(field.from) && { from: wholeText(field.from) })}
              {...(isThere(field.to) && { to: wholeText(field.to) })}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

const isThere = (value: unknown): boolean => value !== undefined && value !== null;

function Boxes({ field: { field, from, to }, sides }: { field: Change['fields'][number]; sides: readonly [string, string] }) {
  const name = fieldWord(field);
  const values = [
    { side: sides[0], value: from },
    { side: sides[1], value: to },
  ].filter(({ value }) => isThere(value));
  return (
    <div className={classes.boxes} data-count={values.length}>
      {values.map(({ side, value }) => (
        <div key={side}>
          <div className={classes.boxHead}>
            <span>{name}</span> <span className={classes.quiet}>{side}</span>
          </div>
          <CodeBox label={`${name}, ${side}`}>{wholeText(value)}</CodeBox>
        </div>
      ))}
    </div>
  );
}
