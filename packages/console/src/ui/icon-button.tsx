import type { KeyboardEventHandler, MouseEventHandler, PointerEventHandler, ReactNode, Ref } from 'react'
import styles from './button.module.css'
import { classNames } from './class-names.ts'
import icons from './icon.module.css'
import { useReadOnly } from './read-only.ts'
import { Spinner } from './spinner.tsx'
import { Tooltip } from './tooltip.tsx'

export interface IconButtonProps {
  /** The accessible name; also shown as the tooltip. */
  label: string
  icon: ReactNode
  size?: 'small' | 'medium'
  variant?: 'quiet' | 'default'
  /** Shows the icon in the danger colour on hover. */
  danger?: boolean
  loading?: boolean
  disabledReason?: string | false | null | undefined
  /** Stays enabled among read-only fields: it only displays, copies or navigates. */
  reads?: boolean
  tooltip?: boolean
  onClick?: MouseEventHandler<HTMLButtonElement>
  onKeyDown?: KeyboardEventHandler<HTMLButtonElement>
  onPointerEnter?: PointerEventHandler<HTMLButtonElement>
  ref?: Ref<HTMLButtonElement>
  tabIndex?: number
  'aria-expanded'?: boolean
  'aria-controls'?: string
  'aria-haspopup'?: 'menu' | 'dialog'
  'aria-keyshortcuts'?: string
}

export function IconButton({
  label,
  icon,
  size = 'medium',
  variant = 'quiet',
  danger = false,
  loading = false,
  disabledReason,
  reads = false,
  tooltip = true,
  onClick,
  ...rest
}: IconButtonProps) {
  const locked = useReadOnly()
  const reason = (reads ? null : locked) || disabledReason
  const blocked = loading || Boolean(reason)
  const button = (
    <button
      {...rest}
      type="button"
      className={classNames(
        styles.square,
        styles.quiet,
        variant === 'default' && styles.default,
        size === 'small' && styles.small,
        size === 'small' ? icons.small : icons.medium,
        danger && styles.warns,
      )}
      aria-label={label}
      aria-disabled={blocked || undefined}
      aria-busy={loading || undefined}
      onClick={(event) => {
        if (blocked) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {loading ? <Spinner /> : icon}
    </button>
  )
  return (
    <Tooltip text={reason || (tooltip ? label : null)} describes={Boolean(reason)} onPress={Boolean(reason)}>
      {button}
    </Tooltip>
  )
}
