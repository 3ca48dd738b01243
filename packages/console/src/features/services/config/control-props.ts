import type { ConfigField } from './config-field.ts'

/** Props of every control of a setting. */
export interface ControlProps<F extends ConfigField = ConfigField> {
  readonly field: F
  /** The control's value, as returned by `formValue`. */
  readonly value: unknown
  readonly error?: string | undefined
  /** Overrides the setting's own label. */
  readonly label?: string
  readonly labelHidden?: boolean
  readonly onChange: (value: unknown) => void
}
