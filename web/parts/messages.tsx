import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';

export { notifications } from '@mantine/notifications';

/** Where messages about writes appear. */
export default function Messages() {
  return <Notifications position="bottom-right" autoClose={8000} limit={3} />;
}
