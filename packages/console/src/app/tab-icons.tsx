import {
  IconApps,
  IconBook2,
  IconClock,
  IconCode,
  IconDatabase,
  IconFolder,
  IconGauge,
  IconHome,
  IconPackage,
  IconReportAnalytics,
  IconRoute,
  IconSettings,
  IconShieldCheck,
  IconShieldLock,
  IconStack2,
  IconTable,
  IconUsers,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { TabName } from './tabs.ts'

const look = { size: 18, stroke: 1.75 }

/** Separate from the tabs, so that the first page does not load them. */
export const tabIcons: Readonly<Record<TabName, ReactElement>> = {
  home: <IconHome {...look} />,
  services: <IconStack2 {...look} />,
  apps: <IconApps {...look} />,
  admins: <IconShieldLock {...look} />,
  users: <IconUsers {...look} />,
  roles: <IconShieldCheck {...look} />,
  apidocs: <IconBook2 {...look} />,
  schema: <IconTable {...look} />,
  data: <IconDatabase {...look} />,
  files: <IconFolder {...look} />,
  scripts: <IconCode {...look} />,
  'custom-apis': <IconRoute {...look} />,
  config: <IconSettings {...look} />,
  packages: <IconPackage {...look} />,
  limits: <IconGauge {...look} />,
  scheduler: <IconClock {...look} />,
  reports: <IconReportAnalytics {...look} />,
}
