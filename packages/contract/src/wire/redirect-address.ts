/** Host names of the person's own machine, where programs listen (RFC 8252). */
export const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Schemes of programs that do not follow the rule for private schemes, which asks for a dot. */
const programs = new Set([
  'app:',
  'claude:',
  'cline:',
  'code-oss:',
  'cursor:',
  'goose:',
  'jetbrains:',
  'kiro:',
  'lmstudio:',
  'raycast:',
  'trae:',
  'vscode:',
  'vscode-insiders:',
  'vscodium:',
  'warp:',
  'windsurf:',
  'zed:',
])
/** A domain name backwards, as in `com.example.app:` (RFC 8252, section 7.1). */
const privateScheme = /^[a-z][a-z\d-]*(?:\.[a-z\d-]+)+:$/
const longest = 2048

/**
 * Returns why browsers may not be redirected to an address with a code, as the end of a sentence, or `null` if they may. Allowed are
 * HTTPS, HTTP on the local machine, and schemes of programs. The address must be written as browsers understand it.
 */
export function redirectRefusal(address: string): string | null {
  const url = address.length > longest ? null : URL.parse(address)
  if (url === null) return 'which is not a URL.'
  if (/[\s\\]|[^\x21-\x7e]/.test(address)) return 'which has characters that are not allowed in a URL.'
  if (address.includes('#')) return 'which must not have a fragment.'
  if (url.username !== '' || url.password !== '') return 'which must not have a username.'
  if (url.protocol === 'https:' || url.protocol === 'http:') {
    if (url.protocol === 'http:' && !loopbackHosts.has(url.hostname)) return 'which must begin with https://.'
    return url.href === address || url.href === `${address}/` ? null : `which must be written as ${url.href}`
  }
  return programs.has(url.protocol) || privateScheme.test(url.protocol) ? null : 'whose scheme is not allowed.'
}
