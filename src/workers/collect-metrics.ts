import type { Worker } from 'node:cluster';
import { mergedMetrics } from '../observe/metrics.ts';
import { type FromWorker, tell } from './messages.ts';

/** A worker that does not send its metrics in time is left out. */
const PATIENCE_MS = 1_000;

/** Answers a worker that asks for the metrics of all, so that one scrape shows every worker. */
export function collectMetrics(members: ReadonlySet<Worker>): (worker: Worker, message: FromWorker) => void {
  const questions = new Map<number, { texts: string[]; wanted: number; answer(): void }>();
  let asked = 0;
  return (worker, message) => {
    if (message.kind === 'counts') {
      const question = questions.get(message.question);
      question?.texts.push(message.text);
      if (question && question.texts.length === question.wanted) question.answer();
    }
    if (message.kind !== 'ask') return;
    const number = asked++;
    const texts: string[] = [];
    const answer = () => {
      clearTimeout(timer);
      if (questions.delete(number))
        tell(worker, { kind: 'counted', question: message.question, text: mergedMetrics(texts) });
    };
    const timer = setTimeout(answer, PATIENCE_MS);
    questions.set(number, { texts, wanted: members.size, answer });
    for (const one of members) tell(one, { kind: 'count', question: number });
  };
}
