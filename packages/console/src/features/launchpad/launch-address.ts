/** An app's address as a link that can be followed, or null: only addresses of the web are, never those that run code. */
export function launchAddress(url: string | null | undefined): string | null {
  if (!url) return null
  const parsed = URL.parse(url, 'http://here')
  return parsed && (parsed.protocol === 'http:' || parsed.protocol === 'https:') ? url : null
}
