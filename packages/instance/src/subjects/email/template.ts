/** Text values by name. */
export type Variables = Readonly<Record<string, string>>

/** Maximum length of a text with its values, in characters. Names whose values would exceed it stay as they are. */
const longest = 4_000_000

/** Replaces each `{name}` that has a value, and leaves unknown names (docs/wire/email.md). */
export function fill(text: string, variables: Variables): string {
  return replaceNames(text, variables, (value) => value)
}

/** Like {@link fill}, with values escaped for HTML. */
export function fillHtml(html: string, variables: Variables): string {
  return replaceNames(html, variables, escapeHtml)
}

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

function replaceNames(text: string, variables: Variables, write: (value: string) => string): string {
  let room = longest - text.length
  return text.replace(/\{(\w+)\}/g, (found, name: string) => {
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined
    const written = value === undefined ? undefined : write(value)
    if (written === undefined || written.length > room) return found
    room -= written.length
    return written
  })
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
