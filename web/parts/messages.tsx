import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';

export { notifications } from '@mantine/notifications';

/** The place of the notifications about changes. */
export default function Messages() {
  return <Notifications position="bottom-right" autoClose={8000} limit={3} />;
}
