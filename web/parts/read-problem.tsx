import { Button } from '@mantine/core';
import { Problem } from './problem.tsx';

interface Props {
  title: string;
  text: string;
  onRetry(): void;
}

/** What a page shows could not be read; a button tries again. */
export const ReadProblem = ({ title, text, onRetry }: Props) => (
  <Problem
    title={title}
    text={text}
    actions={
      <Button size="xs" onClick={onRetry}>
        Try again
      </Button>
    }
  />
);
