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
  IconSettings,
  IconShieldCheck,
  IconShieldLock,
  IconStack2,
  IconTable,
  IconUsers,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { TabName } from '../tabs.ts'

/** Apart from the tabs themselves, so that the first page does not load them. */
export const tabIcons: Readonly<Record<TabName, ReactElement>> = {
  home: <IconHome />,
  services: <IconStack2 />,
  apps: <IconApps />,
  admins: <IconShieldLock />,
  users: <IconUsers />,
  roles: <IconShieldCheck />,
  apidocs: <IconBook2 />,
  schema: <IconTable />,
  data: <IconDatabase />,
  files: <IconFolder />,
  scripts: <IconCode />,
  config: <IconSettings />,
  packages: <IconPackage />,
  limits: <IconGauge />,
  scheduler: <IconClock />,
  reports: <IconReportAnalytics />,
}
