import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export const standInKeys = { key: 'AKIDSTANDIN', secret: 'stand-in/secret+key', region: 'eu-central-1' }

/** The error code and status with which Amazon would reject a request's signature, or `null` if it is valid. */
export function signatureFault(
  { method, headers, url = '' }: IncomingMessage,
  body: Buffer,
  service = 's3',
): [string, number] | null {
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/(\w+)\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    )
  if (found === null || found[4] !== service) return ['AccessDenied', 403]
  const [, key, date = '', region = '', , names = '', signature] = found
  if (key !== standInKeys.key) return ['InvalidAccessKeyId', 403]
  if (region !== standInKeys.region) return ['AuthorizationHeaderMalformed', 400]
  const digest = createHash('sha256').update(body).digest('hex')
  if (service === 's3' && headers['x-amz-content-sha256'] !== digest) return ['XAmzContentSHA256Mismatch', 400]
  const [path = '', query = ''] = url.split('?')
  const request = [
    method,
    path,
    canonicalQuery(query),
    ...names.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    digest,
  ].join('\n')
  const text = [
    'AWS4-HMAC-SHA256',
    headers['x-amz-date'],
    `${date}/${region}/${service}/aws4_request`,
    createHash('sha256').update(request).digest('hex'),
  ].join('\n')
  const signingKey = [date, region, service, 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${standInKeys.secret}`)
  return hmac(signingKey, text).toString('hex') === signature ? null : ['SignatureDoesNotMatch', 403]
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

const canonicalQuery = (query: string): string =>
  [...new URLSearchParams(query)]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&')

const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
