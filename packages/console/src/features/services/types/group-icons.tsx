import {
  IconBell,
  IconBolt,
  IconChartBar,
  IconCode,
  IconDatabase,
  IconFileText,
  IconFolder,
  IconGitBranch,
  IconId,
  IconKey,
  IconMail,
  IconRouter,
  IconSettings,
  IconStack2,
  IconTable,
  IconUsers,
  IconWorld,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'

const icons: Readonly<Record<string, ReactElement>> = {
  Database: <IconDatabase />,
  'Big Data': <IconChartBar />,
  File: <IconFolder />,
  Email: <IconMail />,
  Notification: <IconBell />,
  'Remote Service': <IconWorld />,
  Script: <IconCode />,
  OAuth: <IconKey />,
  LDAP: <IconUsers />,
  SSO: <IconId />,
  Cache: <IconBolt />,
  IoT: <IconRouter />,
  Log: <IconFileText />,
  'Source Control': <IconGitBranch />,
  Excel: <IconTable />,
  System: <IconSettings />,
}

export function groupIcon(group: string): ReactElement {
  return icons[group] ?? <IconStack2 />
}
