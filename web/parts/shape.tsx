import type { ReactNode } from 'react';

/** Every state has an icon of its own shape, so that it is recognised without seeing its colour. */
export type ShapeKind =
  | 'active'
  | 'paused'
  | 'learning'
  | 'limited'
  | 'rejected'
  | 'scheduled'
  | 'ended'
  | 'unknown'
  | 'done'
  | 'refused';

const mark = { stroke: 'var(--surface)', strokeWidth: 1.5, strokeLinecap: 'round', strokeLinejoin: 'round' } as const;

const SHAPES: Record<ShapeKind, { colour: string; drawing: ReactNode }> = {
  active: {
    colour: 'var(--good)',
    drawing: (
      <>
        <circle cx="6" cy="6" r="5.5" fill="currentColor" />
        <path d="M4.8 3.9v4.2L8.2 6z" fill="var(--surface)" />
      </>
    ),
  },
  paused: {
    colour: 'var(--idle)',
    drawing: <path d="M2 1.5h2.5v9H2zM7.5 1.5H10v9H7.5z" fill="currentColor" />,
  },
  learning: {
    colour: 'var(--info)',
    drawing: (
      <>
        <circle cx="6" cy="6" r="4.75" fill="none" stroke="currentColor" strokeWidth="1.5" />
        <path d="M6 1.25a4.75 4.75 0 0 1 0 9.5z" fill="currentColor" />
      </>
    ),
  },
  limited: {
    colour: 'var(--warn)',
    drawing: (
      <>
        <path d="M6 .8 11.7 11H.3z" fill="currentColor" />
        <path d="M6 4.6v2.6M6 9.1v.1" fill="none" {...mark} />
      </>
    ),
  },
  rejected: {
    colour: 'var(--bad)',
    drawing: (
      <>
        <path d="M3.6.3h4.8l3.3 3.3v4.8l-3.3 3.3H3.6L.3 8.4V3.6z" fill="currentColor" />
        <path d="m4.2 4.2 3.6 3.6m0-3.6L4.2 7.8" fill="none" {...mark} />
      </>
    ),
  },
  scheduled: {
    colour: 'var(--idle)',
    drawing: (
      <circle cx="6" cy="6" r="5" fill="none" stroke="currentColor" strokeWidth="1.5" strokeDasharray="2 1.93" />
    ),
  },
  ended: {
    colour: 'var(--idle)',
    drawing: (
      <rect x="1.25" y="1.25" width="9.5" height="9.5" rx="1.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
    ),
  },
  unknown: {
    colour: 'var(--warn)',
    drawing: (
      <>
        <path d="M6 0 12 6 6 12 0 6z" fill="currentColor" />
        <path d="M4.8 4.9a1.25 1.25 0 1 1 1.9 1c-.5.3-.7.5-.7.9M6 8.6v.1" fill="none" {...mark} strokeWidth={1.1} />
      </>
    ),
  },
  done: {
    colour: 'var(--good)',
    drawing: (
      <>
        <circle cx="6" cy="6" r="5.75" fill="currentColor" />
        <path d="m3.7 6.2 1.6 1.6 3-3.4" fill="none" {...mark} />
      </>
    ),
  },
  refused: {
    colour: 'var(--idle)',
    drawing: (
      <>
        <circle cx="6" cy="6" r="5" fill="none" stroke="currentColor" strokeWidth="1.5" />
        <path d="m2.6 9.4 6.8-6.8" stroke="currentColor" strokeWidth="1.5" />
      </>
    ),
  },
};

export function Shape({ kind, size = 11 }: { kind: ShapeKind; size?: number }) {
  const { colour, drawing } = SHAPES[kind];
  return (
    <svg width={size} height={size} viewBox="0 0 12 12" style={{ color: colour, flex: 'none' }} aria-hidden="true">
      {drawing}
    </svg>
  );
}
