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
import { classNames } from '../ui/class-names.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { t } from './messages.ts'
import { dismiss, type ShownNotification, shownFor, shownForAction, useNotifications } from './notify.ts'
import styles from './toasts.module.css'

/** The stack of notifications. Its region is always there, so that screen readers hear what comes into it. */
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

const icons = {
  success: <IconCircleCheck />,
  error: <IconExclamationCircle />,
  warning: <IconAlertTriangle />,
  testing: <Spinner />,
}

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
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it or moving into it only stops the clock
    <div
      className={classNames(styles.toast, styles[type])}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className={styles.icon} aria-hidden="true">
        {icons[type]}
      </span>
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
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
          aria-pressed={pinned}
          icon={pinned ? <IconPinFilled /> : <IconPin />}
          onClick={() => setPinned(!pinned)}
        />
        <IconButton size="small" label={t.dismiss} icon={<IconX />} onClick={() => dismiss(id)} />
      </span>
    </div>
  )
}
