import { hasLookup, type Settings, textSetting } from '@millwright/connector/config-values'
import { type FieldMessages, Problem } from '@millwright/contract/problem'

export interface AzureSettings {
  readonly account: string
  /** Bytes of the key. */
  readonly key: Buffer
  readonly container: string
  /** URL of the container, with a trailing slash. */
  readonly root: URL
  /** The name of the store in error messages. */
  readonly where: string
}

/** Parses the settings of an `azure_blob` service (docs/wire/files.md). Throws a 503 if they are unusable. */
export function azureSettings(config: Settings): AzureSettings {
  const account = textSetting(config, 'account_name') ?? ''
  const container = textSetting(config, 'container') ?? ''
  if (!isContainer(container)) throw new Problem(503, 'The container of the service is not the name of a container.')
  if (!/^[a-z0-9]{1,63}$/.test(account)) throw new Problem(503, 'The account of the service is not the name of one.')
  const protocol = textSetting(config, 'protocol') === 'http' ? 'http' : 'https'
  const endpoint = textSetting(config, 'endpoint') ?? `${protocol}://${account}.blob.core.windows.net`
  const root = URL.parse(`${endpoint.replace(/\/*$/, '')}/${container}/`)
  if (root === null || !/^https?:$/.test(root.protocol)) {
    throw new Problem(503, 'The endpoint of the service must begin with http:// or https://.')
  }
  const key = Buffer.from(textSetting(config, 'account_key') ?? '', 'base64')
  return { account, key, container, root, where: `Azure storage ${root.host}` }
}

const isContainer = (name: string) => /^(?:\$root|[a-z0-9](?:-?[a-z0-9]){2,62})$/.test(name)

/** Validation messages for settings that can never work. */
export function azureProblem({ container, account_key: key }: Settings): FieldMessages | null {
  const text = (value: unknown) => (typeof value === 'string' && !hasLookup(value) ? value : null)
  const name = text(container)
  if (name !== null && !isContainer(name)) {
    return {
      container: ['container must be 3 to 63 lower-case letters, digits and single hyphens, such as my-files.'],
    }
  }
  const keyText = text(key)
  if (keyText === null || /^[A-Za-z0-9+/]+={0,2}$/.test(keyText.trim())) return null
  return { account_key: ['account_key must be a key as shown in the Azure portal.'] }
}
