import type { ApiRequest } from './api-request.ts'

/** The formats of bodies that every response can have. */
export type BodyFormat = 'json' | 'xml' | 'csv'

export interface ResponseFormat {
  readonly format: BodyFormat
  /** Name of the file if the response is a download, otherwise `null`. */
  readonly file: string | null
}

const plainJson: ResponseFormat = { format: 'json', file: null }

/**
 * The requested response format: by the parameter `file`, a name or a boolean, then the parameter `accept`, then the header, otherwise JSON.
 * A file without a name has that of the last part of the resource.
 */
export function responseFormat({
  params,
  resource,
  headers: { accept },
}: Pick<ApiRequest, 'params' | 'resource' | 'headers'>): ResponseFormat {
  const { file, accept: acceptParam } = params
  if ((accept === undefined || accept === '*/*') && file === undefined && acceptParam === undefined) return plainJson
  const wanted = preferred(acceptParam ?? accept)
  if (file === undefined || /^(?:|false|0|no|off|n|f)$/i.test(file.trim())) return { format: wanted, file: null }
  const yes = /^(?:true|1|yes|on|y|t)$/i.test(file.trim())
  const name = yes ? `${resource.slice(resource.lastIndexOf('/') + 1) || 'file'}.json` : file
  const format = formatNamed(/\.(\w+)$/.exec(name.trim())?.[1])
  return { format: format ?? wanted, file: format === null ? `${name}.${wanted}` : name }
}

function formatNamed(name: string | undefined): BodyFormat | null {
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
    const format = media === 'text/html' || media === '*/*' ? 'json' : formatNamed(/[/+](\w+)$/.exec(media)?.[1])
    if (format !== null && weight > best.weight) best = { format, weight }
  }
  return best.format
}
