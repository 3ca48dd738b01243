/** Percent-encodes a key or value for URLs, except for slashes. */
export function encodeKey(key: string): string {
  return encodeURIComponent(key)
    .replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%2F', '/')
}
