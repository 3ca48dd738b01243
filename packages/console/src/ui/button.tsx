import type { KeyboardEventHandler, MouseEventHandler, PointerEventHandler, ReactNode, Ref } from 'react'
import styles from './button.module.css'
import { classNames } from './class-names.ts'
import icons from './icon.module.css'
import { useReadOnly } from './read-only.ts'
import { Spinner } from './spinner.tsx'
import { Tooltip } from './tooltip.tsx'

export interface ButtonProps {
  children: ReactNode
  /** `field`: opens what is chosen from in a form. */
  variant?: 'primary' | 'default' | 'quiet' | 'danger' | 'field'
  size?: 'small' | 'medium'
  type?: 'button' | 'submit'
  icon?: ReactNode
  iconAfter?: ReactNode
  /** Shows that work is in progress: the button keeps its focus and ignores clicks. */
  loading?: boolean | undefined
  /**
   * Why it is disabled, in a sentence: nothing to act on, or not allowed. The button looks disabled but stays focusable, and shows the
   * reason when it is hovered, focused or clicked.
   */
  disabledReason?: string | false | null | undefined
  /** Called on a click while there is a reason against it. */
  onRefused?: () => void
  /** Stays enabled among read-only fields: it only displays, copies or navigates. */
  reads?: boolean
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
  onRefused,
  reads = false,
  wide = false,
  onClick,
  ...rest
}: ButtonProps) {
  const locked = useReadOnly()
  const reason = (reads ? null : locked) || disabledReason
  const blocked = loading || Boolean(reason)
  const button = (
    <button
      {...rest}
      type={type}
      className={classNames(styles.button, styles[variant], size === 'small' && styles.small, wide && styles.wide)}
      aria-disabled={blocked || undefined}
      aria-busy={loading || undefined}
      onClick={(event) => {
        if (!blocked) return onClick?.(event)
        event.preventDefault()
        if (reason) onRefused?.()
      }}
    >
      {loading ? <Spinner /> : icon ? <span className={icons.small}>{icon}</span> : null}
      <span className={styles.text}>{children}</span>
      {iconAfter ? <span className={icons.small}>{iconAfter}</span> : null}
    </button>
  )
  return (
    <Tooltip text={reason || null} onPress={Boolean(reason)}>
      {button}
    </Tooltip>
  )
}
