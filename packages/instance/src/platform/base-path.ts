/**
 * The path beneath which an instance is public, such as `/some/path`; empty for the root. A request for it arrives with the path, or without,
 * if a proxy removes it.
 */
export const basePathOf = (publicUrl: string | null): string =>
  publicUrl === null ? '' : new URL(publicUrl).pathname.replace(/\/+$/, '')

/** Addresses whose last part other standards define, with the path of a resource behind it (RFC 8414, RFC 9728). */
const wellKnown = /^\/\.well-known\/[\w-]+(?=\/)/

/** The URL of a request line without the base path, where it has that. */
export function withoutBasePath(url: string, basePath: string): string {
  const [prefix = ''] = wellKnown.exec(url) ?? []
  const rest = url.slice(prefix.length)
  if (!rest.startsWith(basePath)) return url
  const inside = rest.slice(basePath.length)
  if (inside === '' || inside.startsWith('?')) return `${prefix}/${inside}`
  return inside.startsWith('/') ? `${prefix}${inside}` : url
}
