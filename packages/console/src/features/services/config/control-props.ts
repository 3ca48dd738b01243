import type { ConfigField } from './config-field.ts'

/** What every control of a setting takes. */
export interface ControlProps<F extends ConfigField = ConfigField> {
  readonly field: F
  /** What the control holds, as `formValue` makes it. */
  readonly value: unknown
  readonly error?: string | undefined
  /** Instead of the setting's own label. */
  readonly label?: string
  readonly labelHidden?: boolean
  readonly onChange: (value: unknown) => void
}
