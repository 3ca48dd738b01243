import { queryOptions } from '@tanstack/react-query'
import { askOutside } from '../../instance/outside.ts'
import { webAddress } from '../../instance/web-address.ts'

export interface NewsEntry {
  readonly name: string
  readonly address: string
}

/** The configured feed, read once. */
export const newsQuery = queryOptions({
  queryKey: ['news'],
  queryFn: async () => readNews((await askOutside('notificationsUrl'))?.body),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})

/** Entries of a feed that have a name and lead somewhere; anything else, and anything that is no feed, is left out. */
export function readNews(feed: unknown): NewsEntry[] {
  if (typeof feed !== 'object' || feed === null || !('notifications' in feed)) return []
  return Array.isArray(feed.notifications) ? feed.notifications.flatMap(entryOf) : []
}

function entryOf(given: unknown): NewsEntry[] {
  if (typeof given !== 'object' || given === null || !('name' in given) || !('url' in given)) return []
  const { name, url } = given
  const address = typeof url === 'string' ? webAddress(url) : null
  return typeof name === 'string' && name !== '' && address !== null ? [{ name, address }] : []
}
