import { IconBell } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { askOutside } from '../../instance/outside.ts'
import { webAddress } from '../../instance/web-address.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'

/** What the configured feed has to tell; nothing where it has nothing. `waiting` keeps its room until that is known. */
export function NewsBell({ waiting }: { waiting: ReactNode }) {
  const { data: news = [], isPending } = useQuery(newsQuery)
  if (isPending) return waiting
  if (news.length === 0) return null
  return (
    <Menu
      label="Notifications"
      align="end"
      items={news.map(({ name, address }) => ({ kind: 'link', label: name, href: address, newTab: true }))}
      trigger={(props) => <IconButton {...props} label={`Notifications (${news.length})`} icon={<IconBell />} />}
    />
  )
}

interface NewsEntry {
  readonly name: string
  readonly address: string
}

/** The configured feed, read once. */
const newsQuery = queryOptions({
  queryKey: ['news'],
  queryFn: async () => readNews((await askOutside('notificationsUrl'))?.body),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})

/** Entries of a feed that have a name and lead somewhere; anything else, and anything that is no feed, is left out. */
function readNews(feed: unknown): NewsEntry[] {
  if (typeof feed !== 'object' || feed === null || !('notifications' in feed)) return []
  return Array.isArray(feed.notifications) ? feed.notifications.flatMap(entryOf) : []
}

function entryOf(given: unknown): NewsEntry[] {
  if (typeof given !== 'object' || given === null || !('name' in given) || !('url' in given)) return []
  const { name, url } = given
  const address = typeof url === 'string' ? webAddress(url) : null
  return typeof name === 'string' && name !== '' && address !== null ? [{ name, address }] : []
}
