import { hasLookup, type Settings, textSetting } from '@millwright/connector/config-values'
import { type FieldMessages, Problem } from '@millwright/contract/problem'

export interface DynamodbSettings {
  readonly key: string
  readonly secret: string
  readonly region: string
  readonly endpoint: URL
  readonly proxy: string | null
  /** The name of the server in error messages. */
  readonly where: string
}

const isWeb = (address: string) => /^https?:$/.test(URL.parse(address)?.protocol ?? '')

/** Parses the settings of an `aws_dynamodb` service (docs/wire/documents.md). Throws a 503 if they are unusable. */
export function dynamodbSettings(config: Settings): DynamodbSettings {
  const [key, secret, region] = ['key', 'secret', 'region'].map((name) => textSetting(config, name)?.trim() ?? null)
  if (!key || !secret || !region) {
    throw new Problem(503, 'The service needs an access key with its secret, and a region.')
  }
  const partition = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'
  const address = textSetting(config, 'endpoint') ?? `https://dynamodb.${region}.${partition}/`
  const proxy = textSetting(config, 'proxy')
  if (!isWeb(address) || (proxy !== null && !isWeb(proxy))) {
    throw new Problem(503, 'The endpoint and the proxy of the service must begin with http:// or https://.')
  }
  const endpoint = new URL(address)
  return { key, secret, region, endpoint, proxy, where: `DynamoDB at ${endpoint.host}` }
}

/** Validation messages for settings that can never work. */
export function dynamodbProblem(config: Settings): FieldMessages | null {
  const missing = ['key', 'secret'].filter((name) => textSetting(config, name) === null)
  if (missing.length > 0) {
    const needed = (name: string) => [`${name} is required: DynamoDB accepts only signed requests.`]
    return Object.fromEntries(missing.map((name) => [name, needed(name)]))
  }
  const wrong = ['endpoint', 'proxy'].filter((name) => {
    const address = textSetting(config, name)
    return address !== null && !hasLookup(address) && !isWeb(address)
  })
  if (wrong.length === 0) return null
  return Object.fromEntries(wrong.map((name) => [name, [`${name} must begin with http:// or https://.`]]))
}
