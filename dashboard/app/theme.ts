import { type CSSVariablesResolver, createTheme } from '@mantine/core';

export const theme = createTheme({
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 7 },
  autoContrast: true,
  respectReducedMotion: true,
  defaultRadius: 'md',
  cursorType: 'pointer',
  // A header would be a second banner of the page.
  components: { ModalHeader: { defaultProps: { component: 'div' } } },
  colors: {
    brand: [
      '#eef3ff',
      '#dbe5fb',
      '#b8cbf5',
      '#91aef0',
      '#7196ec',
      '#4f7be3',
      '#3a69d8',
      '#2457c5',
      '#1e4aaa',
      '#163a8a',
    ],
  },
});

/** Mantine's grey and red texts have less than the contrast of 4.5 that WCAG 2.2 AA asks for. */
export const resolveVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#545b63',
    '--mantine-color-placeholder': '#5f666d',
    // Who may not change a form reads what it has.
    '--mantine-color-disabled-color': '#545b63',
    '--mantine-color-error': '#b3191e',
    '--mantine-color-anchor': '#1e4aaa',
    '--mantine-color-body': '#ffffff',
  },
  dark: {
    '--mantine-color-dimmed': '#b3b8bf',
    '--mantine-color-placeholder': '#a3a8af',
    '--mantine-color-disabled-color': '#b3b8bf',
    '--mantine-color-error': '#ff9a9a',
    '--mantine-color-anchor': '#9db8f7',
  },
});
