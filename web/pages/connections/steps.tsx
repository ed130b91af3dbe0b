import { Shape } from '../../parts/shape.tsx';
import classes from './connections.module.css';

const STEPS = ['App', 'Sign in there', 'Choose the account', 'Test'];

export const Steps = ({ at }: { at: number }) => (
  <ol className={classes.steps}>
    {STEPS.map((name, index) => (
      <li key={name} aria-current={index === at ? 'step' : undefined} data-done={index < at}>
        {index < at ? <Shape kind="done" size={14} /> : <span className={classes.number}>{index + 1}</span>}
        {name}
      </li>
    ))}
  </ol>
);
