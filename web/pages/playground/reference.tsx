import { Anchor } from '@mantine/core';
import { channelName } from '../../parts/channels.ts';
import { Tag } from '../../parts/tag.tsx';
import { fieldsOf } from './fields.ts';
import classes from './playground.module.css';
import type { CatalogueChannel, CatalogueTool, Schema } from './types.ts';

/** Reference of one tool: its arguments and result, and the rules that hold for every call. */
export function Reference({ channel, tool }: { channel: CatalogueChannel; tool: CatalogueTool }) {
  return (
    <article className={classes.reference} tabIndex={0} aria-label="Reference">
      <h2>{tool.title}</h2>
      <p>
        <code>{tool.name}</code> at <code>POST /{channel.address}/mcp</code>, {channelName(channel.channel)} ·{' '}
        {tool.toolset}
      </p>
      <p>{tool.description}</p>
      <div className={classes.tags}>
        <Tag tone={tool.access === 'read' ? 'plain' : 'warn'}>{tool.access}</Tag>
        <Tag>{tool.repeat === 'safe' ? 'safe to repeat' : 'never repeated by us'}</Tag>
        {!tool.listed && <Tag>in the list with ?toolsets={tool.toolset}</Tag>}
      </div>
      {Object.entries(tool.irreversible).map(([name, values]) => (
        <p key={name}>
          <code>{name}</code> {values.join(', ')} cannot be undone.
        </p>
      ))}
      <h3>Arguments</h3>
      <dl>
        {fieldsOf(tool).map(({ name, schema, bounds, required }) => (
          <Described key={name} name={name} schema={schema} bounds={required ? `needed · ${bounds}` : bounds} />
        ))}
      </dl>
      <h3>Result</h3>
      <dl>
        {Object.entries((tool.outputSchema as Schema).properties ?? {}).map(([name, schema]) => (
          <Described key={name} name={name} schema={schema} bounds={String(schema.type ?? '')} />
        ))}
      </dl>
      <h3>For every call</h3>
      <ul>
        <li>
          Authentication: <code>Authorization: Bearer sk_live_…</code>, a key made under API keys. Missing or unknown:
          401.
        </li>
        <li>
          Errors: HTTP 200 with <code>isError</code> and an object that names the field, what was wrong, what is
          allowed, whether anything was applied and what to do next.
        </li>
        <li>
          Limits: a read costs 1 point, a write 3; the reply’s <code>RateLimit</code> headers say what is left. Over it:
          429 with <code>Retry-After</code>.
        </li>
        <li>
          Writes take <code>idempotency_key</code>: the same key and arguments within 24 hours give the first answer
          again, and nothing is done twice.
        </li>
        <li>
          The whole description: <Anchor href="/docs">/docs</Anchor> and{' '}
          <Anchor href="/openapi.json">/openapi.json</Anchor>.
        </li>
      </ul>
    </article>
  );
}

function Described({ name, schema, bounds }: { name: string; schema: Schema; bounds: string }) {
  const values = schema.enum ?? schema.items?.enum;
  return (
    <div className={classes.described}>
      <dt>
        <code>{name}</code> <span className={classes.quiet}>{bounds}</span>
      </dt>
      <dd>
        {schema.description}
        {values && <div className={classes.values}>{values.map(String).join(' · ')}</div>}
      </dd>
    </div>
  );
}
