import { Button, Card } from '@mantine/core';
import { IconArrowBackUp, IconWorldUpload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Contents } from '../../api/tags.ts';
import { Locked } from '../../parts/locked-notice.tsx';
import { Shape } from '../../parts/shape.tsx';
import type { Release } from './release-dialog.tsx';
import classes from './tags.module.css';
import { countsOf, versionName } from './words.ts';

interface Props {
  contents: Contents;
  mayChange: boolean;
  onRelease(release: Release): void;
}

/** The version that visitors get, the one that is saved and not live, and the ways between them. */
export function LiveCard({ contents, mayChange, onRelease }: Props) {
  const { live, saved } = contents;
  return (
    <Card component="section" aria-labelledby="live-heading" className={classes.card}>
      <h2 id="live-heading">What do visitors get?</h2>
      <dl className={classes.facts}>
        <Fact label="Live">
          {live ? (
            <>
              <Shape kind="active" size={12} /> <strong>{versionName(live)}</strong>
              {live.notes && <span className={classes.about}>{live.notes}</span>}
            </>
          ) : (
            'Nothing was published yet'
          )}
        </Fact>
        <Fact label="Holds">{countsOf(contents)}</Fact>
        <Fact label="Saved, not live">
          {saved ? (
            <>
              <Shape kind="limited" size={12} /> <strong>{versionName(saved)}</strong>
              {saved.notes && <span className={classes.about}>{saved.notes}</span>}
            </>
          ) : (
            (live && 'nothing') || '–'
          )}
        </Fact>
      </dl>
      <div className={classes.buttons}>
        {mayChange ? (
          <>
            {saved && (
              <Button
                variant="filled"
                leftSection={<IconWorldUpload />}
                onClick={() => onRelease({ verb: 'publish', version: saved })}
              >
                Publish version {saved.id} …
              </Button>
            )}
            {live && (
              <Button leftSection={<IconArrowBackUp />} onClick={() => onRelease({ verb: 'roll back' })}>
                Roll back …
              </Button>
            )}
          </>
        ) : (
          <Locked verb={saved ? `Publish version ${saved.id}` : 'Roll back'} />
        )}
      </div>
    </Card>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </>
);
