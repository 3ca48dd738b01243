import { readXml, textIn } from '@millwright/connector/files/objects/store-xml'
import { refusals, unavailable } from '@millwright/connector/files/unavailable'
import { Problem } from '@millwright/contract/problem'

/** An error response of a store. */
export class S3Refusal extends Error {
  readonly status: number
  /** The store's error code, or empty if the response has no body. */
  readonly code: string
  /** The bucket's actual region, if the response states it. */
  readonly region: string | null

  constructor(status: number, body: string, headers: Readonly<Record<string, unknown>>) {
    const { content } = readXml(body)
    super(textIn(content, 'Message') || `status ${status}`)
    this.status = status
    this.code = textIn(content, 'Code')
    const named = headers['x-amz-bucket-region']
    this.region = typeof named === 'string' ? named : textIn(content, 'Region') || null
  }
}

const wrongKeys = new Set([
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'InvalidToken',
  'ExpiredToken',
  'InvalidSecurity',
  'AuthorizationHeaderMalformed',
])

/** Maps a store's error response for a path to a `Problem`. */
export function s3Problem(
  refusal: S3Refusal,
  { where, bucket }: { where: string; bucket: string },
  path: string,
): Problem {
  const { status, code, message } = refusal
  if (code === 'NoSuchBucket') return unavailable(where, `it has no bucket '${bucket}'.`)
  if (wrongKeys.has(code) || status === 401) return unavailable(where, 'it refuses the access key of the service.')
  if (code === 'RequestTimeTooSkewed') return unavailable(where, 'its clock and the one of this host differ too much.')
  if (code === 'QuotaExceeded') return refusals.full()
  if (code === 'KeyTooLongError') return refusals.noName(path)
  if (code === 'EntityTooLarge') return new Problem(413, 'The file is larger than the storage accepts.')
  if (status === 403) return refusals.denied(where, path)
  if (status === 404) return refusals.missing(path)
  return unavailable(where, `it responded with status ${status} (${code || message}).`)
}
