import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { chooseTheme, type Theme, useTheme } from '../../theme/theme.ts'
import { IconButton } from '../../ui/icon-button.tsx'

const following = {
  system: { icon: <IconDeviceDesktop />, label: 'Theme: as the system', next: 'light' },
  light: { icon: <IconSun />, label: 'Theme: light', next: 'dark' },
  dark: { icon: <IconMoon />, label: 'Theme: dark', next: 'system' },
} as const satisfies Record<Theme, object>

/** Goes round the three themes. */
export function ThemeSwitch() {
  const { icon, label, next } = following[useTheme()]
  return <IconButton label={label} icon={icon} onClick={() => chooseTheme(next)} />
}
