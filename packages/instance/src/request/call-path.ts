import { Problem } from '@millwright/contract/problem'

/** Service and resource in the path of a call. */
export interface CallPath {
  /** Lower case; empty for the list of services. */
  readonly service: string
  readonly resource: string
  readonly endsInSlash: boolean
}

/**
 * Parses the part of a URL after `/api/v2`. Empty, `.` and `..` segments are dropped, so that no path can go upwards and a trailing slash
 * matters to file services only (docs/wire/requests.md). Throws 400 if it cannot be decoded.
 */
export function readPath(path: string): CallPath {
  const plain = decoded(path)
  const segments = plain.split('/').filter(isName)
  const [service = '', ...rest] = segments
  return { service: service.toLowerCase(), resource: rest.join('/'), endsInSlash: plain.endsWith('/') }
}

const isName = (segment: string) => segment !== '' && segment !== '.' && segment !== '..'

/** Decodes percent-encoding. */
export function decoded(text: string): string {
  if (!text.includes('%')) return text
  let plain: string
  try {
    plain = decodeURIComponent(text)
  } catch {
    throw new Problem(400, 'The URL has a percent sign that is not followed by an encoded UTF-8 character.')
  }
  if (plain.includes('\0')) throw new Problem(400, 'The address must not contain null characters.')
  return plain
}
