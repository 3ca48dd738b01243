import { withoutHash } from './landing.ts'

const tokenKeys = ['session_token', 'oauth_token', 'state']

/**
 * The address that the console starts at, when it is not the one in the address bar: pages named after a hash, as older
 * servers link to them, and tokens that a provider sends people back with, which the login page reads.
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
