import { IconBell } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { callExternal } from '../../instance/external-endpoint.ts'
import { webAddress } from '../../instance/web-address.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { t } from './messages.ts'

/** The entries of the configured feed; renders nothing if there are none. `waiting` reserves its space until it has loaded. */
export function NotificationBell({ waiting }: { waiting: ReactNode }) {
  const { data: notifications = [], isPending } = useQuery(notificationsQuery)
  if (isPending) return waiting
  if (notifications.length === 0) return null
  return (
    <Menu
      label={t.notifications}
      align="end"
      items={notifications.map(({ name, address }) => ({ kind: 'link', label: name, href: address, newTab: true }))}
      trigger={(props) => (
        <IconButton {...props} label={t.notificationCount({ count: notifications.length })} icon={<IconBell />} />
      )}
    />
  )
}

interface NotificationEntry {
  readonly name: string
  readonly address: string
}

/** The configured feed, loaded once. */
const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: async () => readNotifications((await callExternal('notificationsUrl'))?.body),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Returns the entries of a feed that have a name and a link; other entries, and responses that are not a feed, are ignored. */
function readNotifications(feed: unknown): NotificationEntry[] {
  if (typeof feed !== 'object' || feed === null || !('notifications' in feed)) return []
  return Array.isArray(feed.notifications) ? feed.notifications.flatMap(entryOf) : []
}

function entryOf(value: unknown): NotificationEntry[] {
  if (typeof value !== 'object' || value === null || !('name' in value) || !('url' in value)) return []
  const { name, url } = value
  const address = typeof url === 'string' ? webAddress(url) : null
  return typeof name === 'string' && name !== '' && address !== null ? [{ name, address }] : []
}
