import { withoutHash } from './landing.ts'

const tokenKeys = ['session_token', 'oauth_token', 'state']

/**
 * Returns the initial address of the console if it differs from the one in the address bar: for pages after a hash, as in links of older
 * servers, and for tokens with which a provider redirects people back, which the login page reads.
 */
export function startAddress({
  pathname,
  search,
  hash,
}: Pick<Location, 'pathname' | 'search' | 'hash'>): string | null {
  const query = new URLSearchParams(search)
  if (tokenKeys.some((key) => query.has(key))) return pathname === '/login' ? null : `/login${search}`
  return withoutHash(hash)
}
