import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/** Shades of the accent colour for Mantine: index 6 is the accent in light mode, 5 in dark mode. */
const helm: MantineColorsTuple = [
  '#eeeefb',
  '#dedffa',
  '#c2c4f5',
  '#a5a8f8',
  '#8f93f5',
  '#5a5ee0',
  '#4b4fd9',
  '#3f43c4',
  '#3538a8',
  '#2b2e8a',
];

interface Sized {
  size?: string | number;
  variant?: string;
}

/** A quiet button is text until the mouse is over it. */
const quiet = { '--button-color': 'var(--n-9)', '--button-hover': 'var(--hover)' };

const buttonVars = (_: unknown, { size, variant }: Sized) => {
  const colours = variant === 'subtle' ? quiet : {};
  if (size === 'xs')
    return {
      root: {
        ...colours,
        '--button-height': 'var(--control-height-xs)',
        '--button-padding-x': '9px',
        '--button-fz': '12px',
      },
    };
  return {
    root: {
      ...colours,
      '--button-height': 'var(--control-height)',
      '--button-padding-x': '12px',
      '--button-fz': '13px',
    },
  };
};

const inputVars = (_: unknown, { size }: Sized) => ({
  wrapper: {
    '--input-height': `var(--control-height${size === 'xs' ? '-xs' : ''})`,
    '--input-fz': size === 'xs' ? '12px' : '13px',
    '--input-padding': '10px',
  },
});

const small = { defaultProps: { size: 'sm' } };
const popover = { shadow: 'md', radius: 'md', transitionProps: { transition: 'fade', duration: 120 } } as const;

export const theme = createTheme({
  primaryColor: 'helm',
  colors: { helm },
  primaryShade: { light: 6, dark: 5 },
  defaultRadius: 6,
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  fontSizes: { xs: '11px', sm: '12px', md: '13px', lg: '14px', xl: '16px' },
  lineHeights: { xs: '16px', sm: '16px', md: '20px', lg: '20px', xl: '24px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px' },
  shadows: { sm: 'var(--shadow-1)', md: 'var(--shadow-2)', lg: 'var(--shadow-3)' },
  breakpoints: { xs: '23em', sm: '40em', md: '64em', lg: '80em', xl: '105em' },
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '16px', lineHeight: '24px' }, h2: { fontSize: '14px', lineHeight: '20px' } },
  },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    Text: { defaultProps: { size: 'md' } },
    Button: { defaultProps: { size: 'sm', variant: 'default' }, vars: buttonVars },
    Input: { ...small, vars: inputVars },
    TextInput: small,
    PasswordInput: small,
    Select: small,
    MultiSelect: small,
    NumberInput: small,
    Textarea: small,
    InputWrapper: small,
    Card: { defaultProps: { withBorder: true, radius: 'md', padding: 0 } },
    ModalRoot: {
      defaultProps: {
        size: 540,
        radius: 'lg',
        yOffset: 'clamp(16px, 16dvh - 48px, 96px)',
        shadow: 'lg',
        transitionProps: { duration: 120 },
      },
    },
    Drawer: {
      defaultProps: {
        position: 'right',
        size: 'var(--drawer-width)',
        transitionProps: { duration: 120 },
        // The head of a drawer is not the banner of the page.
        attributes: { header: { role: 'presentation' } },
      },
    },
    Tooltip: { defaultProps: { openDelay: 300, radius: 'sm', transitionProps: { duration: 120 } } },
    Popover: { defaultProps: popover },
    Menu: { defaultProps: popover },
    Badge: { defaultProps: { variant: 'light', tt: 'none', radius: 'sm' } },
    Table: { defaultProps: { highlightOnHover: true } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 28 } },
    SegmentedControl: { defaultProps: { size: 'sm', withItemsBorders: false, transitionDuration: 120 } },
    Checkbox: { defaultProps: { radius: 'xs' } },
    Skeleton: { defaultProps: { radius: 'xs' } },
    CloseButton: { defaultProps: { size: 28, iconSize: 16, 'aria-label': 'Close' } },
  },
});

/** Mantine's greys become our neutrals, so that every component speaks the tokens in both schemes. */
const greys = { 0: 1, 1: 2, 2: 3, 3: 4, 4: 5, 5: 6, 6: 7, 7: 8, 8: 10, 9: 11 };
const darks = { 0: 9, 1: 8, 2: 7, 3: 6, 4: 4, 5: 3, 6: 0, 7: 0, 8: 2, 9: 1 };

const palette = (name: string, steps: Record<number, number>) =>
  Object.fromEntries(Object.entries(steps).map(([step, n]) => [`--mantine-color-${name}-${step}`, `var(--n-${n})`]));

const roles = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-bright': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-2)',
  '--mantine-color-placeholder': 'var(--text-3)',
  '--mantine-color-anchor': 'var(--accent-text)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--border)',
  '--mantine-color-disabled': 'var(--n-2)',
  '--mantine-color-disabled-color': 'var(--text-3)',
  '--mantine-primary-color-filled': 'var(--accent)',
  '--mantine-primary-color-filled-hover': 'var(--accent-hover)',
  '--mantine-primary-color-light': 'var(--accent-soft)',
  '--mantine-primary-color-light-color': 'var(--accent-text)',
  '--mantine-color-helm-filled': 'var(--accent)',
  '--mantine-color-helm-filled-hover': 'var(--accent-hover)',
  '--mantine-color-helm-light': 'var(--accent-soft)',
  '--mantine-color-helm-light-color': 'var(--accent-text)',
};

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...palette('gray', greys), ...roles },
  dark: { ...palette('dark', darks), ...palette('gray', greys), ...roles },
});
