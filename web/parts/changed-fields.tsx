import { fieldWord, isLong, wholeText } from '../format/whole-value.ts';
import classes from './changed-fields.module.css';
import { CodeBox } from './code-box.tsx';
import { Diff } from './diff.tsx';

export interface ChangedField {
  field: string;
  from?: unknown;
  to?: unknown;
}

interface Props {
  fields: readonly ChangedField[];
  /** What the two values are, where they are not before and after. */
  sides?: readonly [string, string];
}

/** Field by field. Code and long values stand in full in a box, as text: nothing of them runs here. */
export function ChangedFields({ fields, sides }: Props) {
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

function Boxes({ field: { field, from, to }, sides }: { field: ChangedField; sides: readonly [string, string] }) {
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
            <span>{name}</span> <span className={classes.side}>{side}</span>
          </div>
          <CodeBox label={`${name}, ${side}`}>{wholeText(value)}</CodeBox>
        </div>
      ))}
    </div>
  );
}
