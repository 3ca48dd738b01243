/** An address that a link or a request can go to, or null: only addresses of the web are, never those that run code. */
export function webAddress(address: string | null | undefined): string | null {
  if (!address) return null
  const parsed = URL.parse(address, 'http://here')
  return parsed && (parsed.protocol === 'http:' || parsed.protocol === 'https:') ? address : null
}
