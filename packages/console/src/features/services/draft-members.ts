/** A stored API description of a service, as text. */
export interface Definition {
  readonly format: 'json' | 'yaml'
  readonly content: string
}

/** The draft member that holds a setting. */
export type ConfigKey = `config.${string}`

/** The form values of a service; settings are separate members, so that each has its own error and its own choice in a conflict. */
export type ServiceDraft = {
  readonly name: string
  readonly label: string
  readonly description: string
  readonly is_active: boolean
  readonly aliases: readonly string[]
  readonly definition: Definition
  readonly [setting: ConfigKey]: unknown
}

export const configKey = (name: string): ConfigKey => `config.${name}`
