import type { KeyboardEventHandler, MouseEventHandler, PointerEventHandler, ReactNode, Ref } from 'react'
import { classNames } from './class-names.ts'
import styles from './icon-button.module.css'
import { Spinner } from './spinner.tsx'
import { Tooltip } from './tooltip.tsx'

export interface IconButtonProps {
  /** The accessible name; also shown as the tooltip. */
  label: string
  icon: ReactNode
  size?: 'small' | 'medium'
  variant?: 'quiet' | 'default'
  /** Turns the icon to the danger colour on hover. */
  danger?: boolean
  loading?: boolean
  disabledReason?: string | false | null | undefined
  tooltip?: boolean
  onClick?: MouseEventHandler<HTMLButtonElement>
  onKeyDown?: KeyboardEventHandler<HTMLButtonElement>
  onPointerEnter?: PointerEventHandler<HTMLButtonElement>
  ref?: Ref<HTMLButtonElement>
  tabIndex?: number
  'aria-expanded'?: boolean
  'aria-controls'?: string
  'aria-haspopup'?: 'menu' | 'dialog'
  'aria-pressed'?: boolean
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
  tooltip = true,
  onClick,
  ...rest
}: IconButtonProps) {
  const blocked = loading || Boolean(disabledReason)
  const button = (
    <button
      {...rest}
      type="button"
      className={classNames(
        styles.button,
        variant === 'default' && styles.default,
        size === 'small' && styles.small,
        danger && styles.danger,
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
  if (!tooltip && !disabledReason) return button
  return (
    <Tooltip text={disabledReason || label} describes={Boolean(disabledReason)}>
      {button}
    </Tooltip>
  )
}
