import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs'
import IconBolt from '@tabler/icons-react/dist/esm/icons/IconBolt.mjs'
import IconChartBar from '@tabler/icons-react/dist/esm/icons/IconChartBar.mjs'
import IconCode from '@tabler/icons-react/dist/esm/icons/IconCode.mjs'
import IconDatabase from '@tabler/icons-react/dist/esm/icons/IconDatabase.mjs'
import IconFileText from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs'
import IconFolder from '@tabler/icons-react/dist/esm/icons/IconFolder.mjs'
import IconGitBranch from '@tabler/icons-react/dist/esm/icons/IconGitBranch.mjs'
import IconId from '@tabler/icons-react/dist/esm/icons/IconId.mjs'
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs'
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs'
import IconRouter from '@tabler/icons-react/dist/esm/icons/IconRouter.mjs'
import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs'
import IconStack2 from '@tabler/icons-react/dist/esm/icons/IconStack2.mjs'
import IconTable from '@tabler/icons-react/dist/esm/icons/IconTable.mjs'
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs'
import IconWorld from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs'
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
