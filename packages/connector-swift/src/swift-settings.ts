import { type Settings, textSetting } from '@millwright/connector/config-values'
import { Problem } from '@millwright/contract/problem'

export interface SwiftSettings {
  /** URL of the identity service, without a trailing slash. */
  readonly identity: string
  readonly username: string
  readonly password: string | null
  /** Rackspace API key, used instead of a password. */
  readonly apiKey: string | null
  readonly project: string | null
  readonly domain: string
  readonly region: string | null
  readonly container: string
  /** The name of the server in error messages. */
  readonly where: string
}

/**
 * Parses the settings of an `openstack_object_storage` or `rackspace_cloud_files` service (docs/wire/files.md). Throws a 503 if
 * they are unusable.
 */
export function swiftSettings(config: Settings): SwiftSettings {
  const identity = (textSetting(config, 'url') ?? '').replace(/\/+$/, '')
  const address = URL.parse(identity)
  if (address === null || !/^https?:$/.test(address.protocol)) {
    throw new Problem(503, 'The URL of the service must begin with http:// or https://.')
  }
  const container = textSetting(config, 'container') ?? ''
  if (container === '' || container.includes('/')) throw new Problem(503, 'The service names no container.')
  return {
    identity,
    username: textSetting(config, 'username') ?? '',
    password: textSetting(config, 'password'),
    apiKey: textSetting(config, 'api_key'),
    project: textSetting(config, 'tenant_name'),
    domain: textSetting(config, 'domain') ?? 'default',
    region: textSetting(config, 'region'),
    container,
    where: `object storage of ${address.host}`,
  }
}
