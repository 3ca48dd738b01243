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

/** The icon of a group of service types, by the group's name on the server. */
export function iconOfGroup(group: string | null | undefined): Icon {
  return icons[group?.toLowerCase() ?? ''] ?? IconPlugConnected
}
