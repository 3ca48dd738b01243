/** Returns a URL that is safe for links and requests, or `null`: only web URLs are, never those that run code. */
export function webAddress(address: string | null | undefined): string | null {
  if (!address) return null
  const parsed = URL.parse(address, 'http://here')
  return parsed && (parsed.protocol === 'http:' || parsed.protocol === 'https:') ? address : null
}
