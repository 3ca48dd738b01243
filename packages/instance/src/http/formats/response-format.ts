import type { BodyFormat } from './body-format.ts'

export interface FormatWishes {
  /** Header or query parameter `accept`; the parameter takes precedence. */
  readonly accept: string | undefined
  readonly acceptParam: string | undefined
  /** Query parameter `file`: a file name, or a boolean. */
  readonly file: string | undefined
  /** Path whose last part is the file name if `file` is true. */
  readonly resource: string
}

export interface ResponseFormat {
  readonly format: BodyFormat
  /** `Content-Disposition` if the response is a download, otherwise `null`. */
  readonly disposition: string | null
}

/** The requested response format: by `file`, then the parameter `accept`, then the header, otherwise JSON. */
export function responseFormat(wishes: FormatWishes): ResponseFormat {
  const { accept, acceptParam, file, resource } = wishes
  const wanted = preferred(acceptParam ?? accept)
  if (file === undefined || /^(?:|false|0|no|off|n|f)$/i.test(file.trim())) return { format: wanted, disposition: null }
  const yes = /^(?:true|1|yes|on|y|t)$/i.test(file.trim())
  const name = yes ? `${resource || 'file'}.json` : file
  const format = formatOf(/\.(\w+)$/.exec(name.trim())?.[1])
  return { format: format ?? wanted, disposition: disposition(format === null ? `${name}.${wanted}` : name) }
}

function formatOf(name: string | undefined): BodyFormat | null {
  const lower = name?.toLowerCase()
  return lower === 'json' || lower === 'xml' || lower === 'csv' ? lower : null
}

/** Browsers that request a page get JSON, although they accept XML too. */
function preferred(accept: string | undefined): BodyFormat {
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return 'json'
  if (accept.startsWith('application/json,')) return 'json'
  let best: { format: BodyFormat; weight: number } = { format: 'json', weight: 0 }
  for (const part of accept.toLowerCase().split(',')) {
    const [media = '', ...parameters] = part.split(';').map((text) => text.trim())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))
    const weight = quality === undefined ? 1 : Number(quality.slice(2)) || 0
    const format = media === 'text/html' || media === '*/*' ? 'json' : formatOf(/[/+](\w+)$/.exec(media)?.[1])
    if (format !== null && weight > best.weight) best = { format, weight }
  }
  return best.format
}

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
