import {
  IconAlertTriangle,
  IconCircleCheck,
  IconExclamationCircle,
  IconPin,
  IconPinFilled,
  IconX,
} from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { Text } from '../ui/text.tsx'
import { t } from './messages.ts'
import { dismiss, type ShownNotification, shownFor, shownForAction, useNotifications } from './notify.ts'
import styles from './toasts.module.css'

/** The stack of notifications. Its region is always rendered, so that screen readers announce new ones. */
export function Toasts() {
  const notifications = useNotifications()
  return (
    <section className={styles.stack} aria-label={t.notifications} aria-live="polite" data-stays-usable>
      {notifications.map((notification) => (
        <Toast key={notification.tag ?? notification.id} notification={notification} />
      ))}
    </section>
  )
}

const marks = {
  success: { tone: 'success', icon: <IconCircleCheck size={18} /> },
  error: { tone: 'danger', icon: <IconExclamationCircle size={18} /> },
  warning: { tone: 'warning', icon: <IconAlertTriangle size={18} /> },
  testing: { tone: 'muted', icon: <Spinner /> },
} as const

function Toast({ notification }: { notification: ShownNotification }) {
  const { id, type, title, text, action } = notification
  const lasts = action ? shownForAction : shownFor
  const [held, setHeld] = useState(false)
  const [pinned, setPinned] = useState(false)
  const stays = held || pinned || type === 'testing'

  useEffect(() => {
    if (stays) return
    const timer = setTimeout(() => dismiss(id), lasts)
    return () => clearTimeout(timer)
  }, [id, stays, lasts])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering or focusing it only stops the timer
    <div
      className={styles.toast}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Text as="span" tone={marks[type].tone} className={styles.icon} aria-hidden="true">
        {marks[type].icon}
      </Text>
      <div className={styles.words}>
        <Text weight="strong">{title}</Text>
        <p className={styles.text}>{text}</p>
        {action ? (
          <div className={styles.action}>
            <Button
              size="small"
              onClick={() => {
                dismiss(id)
                void action.run()
              }}
            >
              {action.label}
            </Button>
          </div>
        ) : null}
      </div>
      <span className={styles.controls}>
        <IconButton
          size="small"
          label={pinned ? t.letItGo : t.keepItOpen}
          icon={pinned ? <IconPinFilled /> : <IconPin />}
          onClick={() => setPinned(!pinned)}
        />
        <IconButton size="small" label={t.dismiss} icon={<IconX />} onClick={() => dismiss(id)} />
      </span>
    </div>
  )
}
