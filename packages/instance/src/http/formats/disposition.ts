/** The `Content-Disposition` header for a file with any name. */
export function disposition(name: string, kind: 'attachment' | 'inline' = 'attachment'): string {
  const safe = name.trim().replace(/[\p{Cc}/\\]+/gu, '_')
  const plain = safe.replace(/[^\x20-\x7e]|["%]/g, '_')
  const full = `${kind}; filename="${plain}"`
  return plain === safe ? full : `${full}; filename*=UTF-8''${encoded(safe)}`
}

/** Also escapes quotes and parentheses, which have a meaning in the header (RFC 8187). */
const encoded = (name: string) =>
  encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  )
