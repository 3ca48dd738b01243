const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])
/** Schemes that browsers handle themselves, and that never start a program. */
const unsafe = new Set([
  ...['about:', 'blob:', 'chrome:', 'data:', 'file:', 'filesystem:', 'ftp:', 'intent:', 'javascript:', 'mailto:'],
  ...['ms-appx:', 'resource:', 'sms:', 'tel:', 'vbscript:', 'view-source:', 'ws:', 'wss:'],
])
const longest = 2048

/**
 * Returns why codes may not be sent to a URI, as one sentence, or `null` if they may. Allowed are HTTPS, HTTP on the local machine, and
 * schemes of programs (RFC 8252).
 */
export function redirectProblem(address: string): string | null {
  const named = JSON.stringify(address.slice(0, 200))
  const url = address.length > longest ? null : URL.parse(address)
  if (url === null) return `redirect_uris has ${named}, which is not a URL.`
  if (/[\s\\]|[^\x21-\x7e]/.test(address))
    return `redirect_uris has ${named}, with characters that are not allowed in a URL.`
  if (address.includes('#')) return `redirect_uris has ${named}, which must not have a fragment.`
  if (url.username !== '' || url.password !== '') return `redirect_uris has ${named}, which must not have a username.`
  if (url.protocol === 'https:') return null
  if (url.protocol === 'http:') {
    return loopback.has(url.hostname) ? null : `redirect_uris has ${named}, which must begin with https://.`
  }
  return unsafe.has(url.protocol) ? `redirect_uris has ${named}, whose scheme is not allowed.` : null
}

/**
 * Returns whether a URI is one that a client has registered: the same text, except for the port on the person's own machine, where
 * programs listen on any free one (RFC 8252, section 7.3).
 */
export function isRegistered(address: string, registered: readonly string[]): boolean {
  if (registered.includes(address)) return true
  const bare = withoutPort(address)
  return bare !== null && redirectProblem(address) === null && registered.some((each) => withoutPort(each) === bare)
}

/** Returns the text without its port if it is a URI on the person's own machine, else `null`. */
function withoutPort(address: string): string | null {
  const parts = /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::\d{1,5})?(\/.*)?$/.exec(address)
  return parts === null ? null : `${parts[1]}${parts[2] ?? ''}`
}

/** Returns where a code is sent, for display: the host, or the scheme of a program. */
export function destinationOf(address: string): string {
  const url = new URL(address)
  if (loopback.has(url.hostname) && url.protocol === 'http:') return 'this computer'
  return url.protocol === 'https:' ? url.host : url.protocol.slice(0, -1)
}
