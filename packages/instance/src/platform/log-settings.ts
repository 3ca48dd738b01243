export const logFormats = ['auto', 'json', 'text'] as const
export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const

export interface LogSettings {
  /** `auto`: text if standard error is a terminal, else JSON. */
  readonly format: (typeof logFormats)[number]
  readonly level: (typeof logLevels)[number]
  /** `null`: logs to standard error only. */
  readonly files: { readonly folder: string; readonly days: number } | null
}
