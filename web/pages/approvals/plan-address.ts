import { useNavigate } from '@tanstack/react-router';

interface Where {
  /** Left out: the queue. */
  id?: string;
  view?: 'decided' | undefined;
  replace?: boolean;
}

/** The address that agents hand out; of the queue without an id. */
export const planAddress = (id?: string): string => (id === undefined ? '/approvals' : `/approvals/${id}`);

/** Goes to a plan or the queue; what the address says besides stays. */
export function useOpenPlan() {
  const navigate = useNavigate();
  return ({ id, replace = false, ...change }: Where) =>
    void navigate({ to: planAddress(id) as '/', search: (search) => ({ ...search, ...change }), replace });
}
