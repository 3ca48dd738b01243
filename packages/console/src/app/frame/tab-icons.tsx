import IconApps from '@tabler/icons-react/dist/esm/icons/IconApps.mjs'
import IconBook2 from '@tabler/icons-react/dist/esm/icons/IconBook2.mjs'
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs'
import IconCode from '@tabler/icons-react/dist/esm/icons/IconCode.mjs'
import IconDatabase from '@tabler/icons-react/dist/esm/icons/IconDatabase.mjs'
import IconFolder from '@tabler/icons-react/dist/esm/icons/IconFolder.mjs'
import IconGauge from '@tabler/icons-react/dist/esm/icons/IconGauge.mjs'
import IconHome from '@tabler/icons-react/dist/esm/icons/IconHome.mjs'
import IconPackage from '@tabler/icons-react/dist/esm/icons/IconPackage.mjs'
import IconReportAnalytics from '@tabler/icons-react/dist/esm/icons/IconReportAnalytics.mjs'
import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs'
import IconShieldCheck from '@tabler/icons-react/dist/esm/icons/IconShieldCheck.mjs'
import IconShieldLock from '@tabler/icons-react/dist/esm/icons/IconShieldLock.mjs'
import IconStack2 from '@tabler/icons-react/dist/esm/icons/IconStack2.mjs'
import IconTable from '@tabler/icons-react/dist/esm/icons/IconTable.mjs'
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs'
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
