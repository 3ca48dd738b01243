/** A stored description of the service's API, as text. */
export interface Definition {
  readonly format: 'json' | 'yaml'
  readonly content: string
}

/** The member of a draft that holds a setting. */
export type ConfigKey = `config.${string}`

/** What the form of a service holds; settings stand beside the rest, so that each has its own complaint and its own choice in a conflict. */
export type ServiceDraft = {
  readonly name: string
  readonly label: string
  readonly description: string
  readonly is_active: boolean
  readonly definition: Definition
  readonly [setting: ConfigKey]: unknown
}

export const configKey = (name: string): ConfigKey => `config.${name}`
