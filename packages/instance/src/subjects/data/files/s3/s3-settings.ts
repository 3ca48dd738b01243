import { type Settings, textSetting } from '@millwright/connector/config-values'
import { Problem } from '@millwright/contract/problem'

export interface S3Settings {
  readonly bucket: string
  /** Region of the bucket according to the service's settings. */
  readonly region: string
  /** `null` for unsigned requests, which suffice for public buckets. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null
  /** URL of a store other than Amazon's, or `null` for Amazon. */
  readonly endpoint: string | null
  readonly proxy: string | null
  /** The name of the store in error messages. */
  readonly where: string
}

/** Parses the settings of an `aws_s3` service (docs/wire/files.md). Throws a 503 if they identify no bucket. */
export function s3Settings(config: Settings): S3Settings {
  const bucket = textSetting(config, 'container') ?? ''
  const endpoint = textSetting(config, 'endpoint')
  const proxy = textSetting(config, 'proxy')
  for (const address of [endpoint, proxy]) {
    if (address !== null && !/^https?:$/.test(URL.parse(address)?.protocol ?? '')) {
      throw new Problem(503, 'The endpoint and the proxy of the service must begin with http:// or https://.')
    }
  }
  if (!/^[\w.-]+$/.test(bucket)) throw new Problem(503, 'The container of the service is not the name of a bucket.')
  const accessKeyId = textSetting(config, 'key')
  const secretAccessKey = textSetting(config, 'secret')
  return {
    bucket,
    region: textSetting(config, 'region') ?? 'us-east-1',
    credentials: accessKeyId === null || secretAccessKey === null ? null : { accessKeyId, secretAccessKey },
    endpoint,
    proxy,
    where: `S3 storage ${endpoint === null ? 'of Amazon' : new URL(endpoint).host}`,
  }
}

/** The URL of a bucket, with a trailing slash. */
export function bucketAddress({ bucket, endpoint }: S3Settings, region: string): string {
  if (endpoint !== null) return `${endpoint.replace(/\/*$/, '')}/${bucket}/`
  // Amazon's certificates only match bucket names without dots.
  if (/^[a-z\d-]+$/.test(bucket)) return `https://${bucket}.s3.${region}.amazonaws.com/`
  return `https://s3.${region}.amazonaws.com/${bucket}/`
}
