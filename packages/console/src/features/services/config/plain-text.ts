/** A sentence of a server without its marks: line breaks stay, and nothing of it is ever read as HTML. */
export function plainText(text: unknown): string {
  if (typeof text !== 'string') return ''
  return text
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .trim()
}
