import type { Client, Entry, SearchOptions } from 'ldapts'

/** What directories answer at once; Active Directory gives no more than a thousand. */
const pageSize = 500

/** What a search finds below a base, page by page, `most` entries at most. Where the directory itself stops earlier, what came until then. */
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
