import { useParams } from '@tanstack/react-router';
import { MediaPlanList } from './list.tsx';
import { MediaPlanPage } from './plan-page.tsx';

/** The list, or one media plan by the id in the address. */
export default function MediaPlansPage() {
  const { mediaPlanId } = useParams({ strict: false }) as { mediaPlanId?: string };
  return mediaPlanId === undefined ? <MediaPlanList /> : <MediaPlanPage id={mediaPlanId} />;
}
