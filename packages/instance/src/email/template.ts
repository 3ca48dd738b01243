/** Values by name, as texts. */
export type Variables = Readonly<Record<string, string>>

/** Replaces each `{name}` that has a value; unknown names stay as they are (docs/wire/email.md). */
export function fill(text: string, variables: Variables): string {
  return replaceNames(text, variables, (value) => value)
}

/** As {@link fill}, with values that cannot become markup. */
export function fillHtml(html: string, variables: Variables): string {
  return replaceNames(html, variables, escapeHtml)
}

/** The text of an HTML template, its `{names}` untouched: what the mail says without its markup. */
export function textOfHtml(html: string): string {
  return html
    .replace(/<(head|style|script)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/<!--[\s\S]*?-->/g, '')
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

function replaceNames(text: string, variables: Variables, write: (value: string) => string): string {
  return text.replace(/\{(\w+)\}/g, (found, name: string) => {
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined
    return value === undefined ? found : write(value)
  })
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
