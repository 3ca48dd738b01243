import type { Client, Entry, SearchOptions } from 'ldapts'

/** Page size of searches; Active Directory returns at most a thousand entries at once. */
const pageSize = 500

/**
 * Entries that a search finds below a base, page by page, at most `most`. If the directory stops earlier, returns what has been
 * received.
 */
export async function searchAll(
  client: Client,
  base: string,
  options: Pick<SearchOptions, 'filter' | 'attributes'>,
  most: number,
): Promise<Entry[]> {
  const found: Entry[] = []
  const wanted: SearchOptions = { ...options, scope: 'sub', sizeLimit: most, paged: { pageSize } }
  for await (const { searchEntries } of client.searchPaginated(base, wanted)) {
    found.push(...searchEntries)
    if (found.length >= most) break
  }
  return found.slice(0, most)
}
