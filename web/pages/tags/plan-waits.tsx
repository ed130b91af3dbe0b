import { Link } from '@tanstack/react-router';
import type { TagPlan } from '../../api/tags.ts';
import { Shape } from '../../parts/shape.tsx';
import { keptSearch } from '../../shell/kept-search.ts';
import classes from './tags.module.css';

/** Said in place of an outcome where the rules of the workspace want a person to agree first. */
export const PlanWaits = ({ plan: { id, code } }: { plan: TagPlan }) => (
  <div className={classes.waits} role="status">
    <Shape kind="scheduled" size={13} />
    <p>
      <strong>It waits for approval.</strong> Nothing was sent. Plan{' '}
      <Link to={`/approvals/${id}` as '/'} search={keptSearch as never}>
        {code}
      </Link>{' '}
      is made by itself once a person has agreed.
    </p>
  </div>
);
