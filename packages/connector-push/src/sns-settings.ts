import { hasLookup, type Settings, textSetting } from '@millwright/connector/config-values'
import { type FieldMessages, Problem } from '@millwright/contract/problem'
import { eventMapProblem } from './event-messages.ts'

export interface SnsSettings {
  readonly key: string
  readonly secret: string
  readonly region: string
  readonly endpoint: URL
  /** The name of the server in error messages. */
  readonly where: string
}

/** Parses the settings of an `aws_sns` service (docs/wire/messages.md). Throws a 503 if they are unusable. */
export function snsSettings(config: Settings): SnsSettings {
  const key = textSetting(config, 'key')
  const secret = textSetting(config, 'secret')
  const region = textSetting(config, 'region')
  if (key === null || secret === null || region === null) {
    throw new Problem(503, 'The service needs an access key with its secret, and a region.')
  }
  const partition = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'
  const endpoint = URL.parse(textSetting(config, 'endpoint') ?? `https://sns.${region}.${partition}/`)
  if (endpoint === null || !/^https?:$/.test(endpoint.protocol)) {
    throw new Problem(503, 'The endpoint of the service must begin with http:// or https://.')
  }
  return { key: key.trim(), secret: secret.trim(), region, endpoint, where: `Amazon SNS at ${endpoint.host}` }
}

/** Validation messages for settings that can never work. */
export function snsProblem(config: Settings): FieldMessages | null {
  const missing = ['key', 'secret'].filter((name) => textSetting(config, name) === null)
  const needed = (name: string) => [`${name} is required: Amazon SNS accepts only signed requests.`]
  if (missing.length > 0) return Object.fromEntries(missing.map((name) => [name, needed(name)]))
  const endpoint = textSetting(config, 'endpoint')
  if (endpoint === null || hasLookup(endpoint) || /^https?:/.test(endpoint)) return eventMapProblem(config)
  return { endpoint: ['endpoint must begin with http:// or https://.'] }
}
