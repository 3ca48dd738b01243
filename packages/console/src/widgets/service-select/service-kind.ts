import {
  type Icon,
  IconBell,
  IconCode,
  IconDatabase,
  IconFolders,
  IconKey,
  IconMail,
  IconPlugConnected,
  IconWorld,
} from '@tabler/icons-react'

const icons: Readonly<Record<string, Icon>> = {
  database: IconDatabase,
  'big data': IconDatabase,
  file: IconFolders,
  email: IconMail,
  notification: IconBell,
  'remote service': IconWorld,
  script: IconCode,
  oauth: IconKey,
  sso: IconKey,
  ldap: IconKey,
}

/** The picture of a group of kinds, as the server names it. */
export function iconOfGroup(group: string | null | undefined): Icon {
  return icons[group?.toLowerCase() ?? ''] ?? IconPlugConnected
}
