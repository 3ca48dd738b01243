/** Text values by name. */
export type Variables = Readonly<Record<string, string>>

/** Converts an HTML template to plain text, leaving its `{names}`. */
export function textOfHtml(html: string): string {
  return withoutSilent(html)
    .replace(/\s+/g, ' ')
    .replace(/<(?:br|\/p|\/h[1-6]|\/div|\/tr|\/li)\b[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => characters[name] ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n\n')
}

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** Removes comments and elements without visible content. An unclosed one is left in place, and others like it are not searched for. */
function withoutSilent(html: string): string {
  const endless = new Set<string>()
  const kept: string[] = []
  const opening = /<(?:(head|style|script)\b|!--)/gi
  let from = 0
  for (let found = opening.exec(html); found !== null; found = opening.exec(html)) {
    const name = found[1]?.toLowerCase() ?? 'comment'
    if (endless.has(name)) continue
    const closing = new RegExp(name === 'comment' ? '-->' : `</${name}\\s{0,8}>`, 'gi')
    closing.lastIndex = opening.lastIndex
    if (closing.exec(html) === null) endless.add(name)
    else {
      kept.push(html.slice(from, found.index))
      from = closing.lastIndex
      opening.lastIndex = from
    }
  }
  return [...kept, html.slice(from)].join('')
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
