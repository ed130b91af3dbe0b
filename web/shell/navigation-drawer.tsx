import { Drawer } from '@mantine/core';
import { Navigation } from './navigation.tsx';

/** The navigation as a drawer, for windows too narrow to show it beside the page. */
export default function NavigationDrawer({ opened, onClose }: { opened: boolean; onClose(): void }) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="left"
      size={264}
      withCloseButton={false}
      padding={0}
      title="Navigation"
      styles={{ header: { display: 'none' }, body: { height: '100%' } }}
    >
      <Navigation />
    </Drawer>
  );
}
