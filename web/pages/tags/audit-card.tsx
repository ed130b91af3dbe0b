import { Button, Card, CopyButton, Skeleton } from '@mantine/core';
import { IconChecklist, IconCopy, IconPrompt } from '@tabler/icons-react';
import { useState } from 'react';
import { type Audit, type Finding, type Place, useAudit } from '../../api/tags.ts';
import { plural, wholeCount } from '../../format/number.ts';
import { AfterDelay } from '../../parts/after-delay.tsx';
import { Shape } from '../../parts/shape.tsx';
import { useGo } from '../../shell/use-go.ts';
import classes from './tags.module.css';
import { SlowRead, Unread } from './waiting-turn.tsx';
import { bySeverity, callText } from './words.ts';

/** What is wrong in a container, each with the call that mends it. It is asked for by a press: it costs requests. */
export function AuditCard({ place }: { place: Place }) {
  const [wanted, setWanted] = useState(false);
  const read = useAudit(place, wanted);
  return (
    <Card component="section" aria-labelledby="audit-heading">
      <header className={classes.sectionHead}>
        <h2 id="audit-heading">What is wrong in it?</h2>
        <span className={classes.quiet}>
          {read.data ? toldOf(read.data) : 'reads the container and changes nothing'}
        </span>
        <span className={classes.end}>
          <Button
            size="xs"
            leftSection={<IconChecklist />}
            loading={read.isFetching}
            onClick={() => (wanted ? void read.refetch() : setWanted(true))}
          >
            {read.data ? 'Check again' : 'Check the container'}
          </Button>
        </span>
      </header>
      {wanted && read.isPending && (
        <div className={classes.inCard} aria-busy="true">
          <AfterDelay>
            <Skeleton height={80} />
          </AfterDelay>
          <SlowRead />
        </div>
      )}
      {read.error && !read.data && (
        <div className={classes.inCard}>
          <Unread read={read} title="The container could not be checked" />
        </div>
      )}
      {read.data && <Findings audit={read.data} />}
    </Card>
  );
}

const toldOf = ({ findings }: Audit) =>
  findings.length === 0 ? 'nothing was found' : plural(findings.length, 'finding');

function Findings({ audit: { findings, notes, before } }: { audit: Audit }) {
  return (
    <>
      {before && (
        <ul className={classes.findings}>
          <FindingRow finding={{ what: BEFORE, objects: [], mend: before, whyNoMend: null }} />
        </ul>
      )}
      {bySeverity(findings).map(({ severity, gravity, findings: some }) => (
        <Group key={severity} title={gravity.title} shape={gravity.shape} findings={some} />
      ))}
      {notes.map((note) => (
        <p key={note} className={classes.note}>
          <Shape kind="refused" size={12} /> <span>{note}</span>
        </p>
      ))}
    </>
  );
}

const FIRST = 20;

function Group({
  title,
  shape,
  findings,
}: {
  title: string;
  shape: Parameters<typeof Shape>[0]['kind'];
  findings: readonly Finding[];
}) {
  const [all, setAll] = useState(false);
  const shown = all ? findings : findings.slice(0, FIRST);
  return (
    <section className={classes.group} aria-label={title}>
      <h3>
        <Shape kind={shape} size={12} /> {title} <span className={classes.quiet}>{wholeCount(findings.length)}</span>
      </h3>
      <ul className={classes.findings}>
        {shown.map((finding, at) => (
          <FindingRow key={`${finding.kind} ${finding.objects.join()} ${String(at)}`} finding={finding} />
        ))}
      </ul>
      {shown.length < findings.length && (
        <div className={classes.more}>
          <Button size="xs" variant="subtle" onClick={() => setAll(true)}>
            Show all {wholeCount(findings.length)}
          </Button>
        </div>
      )}
    </section>
  );
}

const BEFORE = 'What is mended goes into a draft, and there is none of ours yet. Make it first.';

type Told = Pick<Finding, 'what' | 'objects' | 'mend' | 'whyNoMend'>;

function FindingRow({ finding: { what, objects, mend, whyNoMend } }: { finding: Told }) {
  const go = useGo();
  return (
    <li>
      <div className={classes.findingText}>
        <span>{what}</span>
        {objects.length > 0 && <span className={classes.quiet}>{objects.join(', ')}</span>}
        {whyNoMend && <span className={classes.quiet}>{whyNoMend}</span>}
        {mend && <code className={classes.call}>{callText(mend)}</code>}
      </div>
      {mend && (
        <div className={classes.findingButtons}>
          <CopyButton value={callText(mend)}>
            {({ copied, copy }) => (
              <Button size="xs" leftSection={<IconCopy />} onClick={copy}>
                {copied ? 'Copied' : 'Copy call'}
              </Button>
            )}
          </CopyButton>
          <Button
            size="xs"
            leftSection={<IconPrompt />}
            onClick={() =>
              go('/playground', { channel: mend.channel, tool: mend.tool, arguments: JSON.stringify(mend.arguments) })
            }
          >
            Open in Playground
          </Button>
        </div>
      )}
    </li>
  );
}
