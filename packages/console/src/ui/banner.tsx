import { IconAlertTriangle, IconCircleCheck, IconExclamationCircle, IconInfoCircle, IconX } from '@tabler/icons-react'
import type { ReactNode, Ref } from 'react'
import styles from './banner.module.css'
import { classNames } from './class-names.ts'
import { IconButton } from './icon-button.tsx'
import { t } from './messages.ts'
import { Text } from './text.tsx'

export interface BannerProps {
  tone: 'info' | 'success' | 'warning' | 'danger'
  title?: string
  children?: ReactNode
  /** Buttons below the text. */
  actions?: ReactNode
  onDismiss?: (() => void) | undefined
  ref?: Ref<HTMLDivElement>
}

const icons = {
  info: IconInfoCircle,
  success: IconCircleCheck,
  warning: IconAlertTriangle,
  danger: IconExclamationCircle,
}

/** A message within the page, next to its subject. Screen readers announce errors and warnings immediately, others politely. */
export function Banner({ tone, title, children, actions, onDismiss, ref }: BannerProps) {
  const Icon = icons[tone]
  return (
    <div
      ref={ref}
      className={classNames(styles.banner, styles[tone])}
      role={tone === 'danger' || tone === 'warning' ? 'alert' : 'status'}
      tabIndex={-1}
    >
      <Icon className={styles.icon} aria-hidden="true" />
      <div className={styles.body}>
        {title ? <Text weight="strong">{title}</Text> : null}
        {children ? <div className={styles.text}>{children}</div> : null}
        {actions ? <div className={styles.actions}>{actions}</div> : null}
      </div>
      {onDismiss ? <IconButton reads size="small" label={t.dismiss} icon={<IconX />} onClick={onDismiss} /> : null}
    </div>
  )
}
