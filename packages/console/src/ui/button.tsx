import type { KeyboardEventHandler, MouseEventHandler, PointerEventHandler, ReactNode, Ref } from 'react'
import styles from './button.module.css'
import { classNames } from './class-names.ts'
import { Spinner } from './spinner.tsx'
import { Tooltip } from './tooltip.tsx'

export interface ButtonProps {
  children: ReactNode
  variant?: 'primary' | 'default' | 'quiet' | 'danger'
  size?: 'small' | 'medium'
  type?: 'button' | 'submit'
  icon?: ReactNode
  iconAfter?: ReactNode
  /** Work goes on: the button shows it, keeps its focus and does nothing when pressed. */
  loading?: boolean | undefined
  /** Why it cannot be used now, in a sentence. The button stays reachable so that the reason can be read. */
  disabledReason?: string | false | null | undefined
  wide?: boolean
  onClick?: MouseEventHandler<HTMLButtonElement>
  onKeyDown?: KeyboardEventHandler<HTMLButtonElement>
  onPointerEnter?: PointerEventHandler<HTMLButtonElement>
  form?: string
  ref?: Ref<HTMLButtonElement>
  autoFocus?: boolean
  'aria-expanded'?: boolean
  'aria-controls'?: string
  'aria-haspopup'?: 'menu' | 'dialog'
  'aria-pressed'?: boolean
  'aria-keyshortcuts'?: string
}

export function Button({
  children,
  variant = 'default',
  size = 'medium',
  type = 'button',
  icon,
  iconAfter,
  loading = false,
  disabledReason,
  wide = false,
  onClick,
  ...rest
}: ButtonProps) {
  const blocked = loading || Boolean(disabledReason)
  const button = (
    <button
      {...rest}
      type={type}
      className={classNames(styles.button, styles[variant], size === 'small' && styles.small, wide && styles.wide)}
      aria-disabled={blocked || undefined}
      aria-busy={loading || undefined}
      onClick={(event) => {
        if (blocked) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {loading ? <Spinner /> : icon ? <span className={styles.icon}>{icon}</span> : null}
      <span className={styles.text}>{children}</span>
      {iconAfter ? <span className={styles.icon}>{iconAfter}</span> : null}
    </button>
  )
  return disabledReason ? <Tooltip text={disabledReason}>{button}</Tooltip> : button
}
