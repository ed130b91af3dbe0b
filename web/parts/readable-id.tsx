import { readableId } from '../format/id.ts';
import { CopyIcon } from './copy-icon.tsx';

/** An id shown in groups of four and copied without spaces. */
export function ReadableId({ id }: { id: string }) {
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 2, whiteSpace: 'nowrap' }}>
      <code style={{ color: 'var(--text-2)', fontSize: 'var(--t-sm)' }}>{readableId(id)}</code>
      <CopyIcon value={id} label="Copy the id" />
    </span>
  );
}
