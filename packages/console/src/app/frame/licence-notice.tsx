import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useLicence } from '../../instance/licence.ts'
import styles from './licence-notice.module.css'
import { t } from './messages.ts'

/** Shows on every page that the subscription has expired, and redirects if the console may no longer be used. */
export function LicenceNotice() {
  const licence = useLicence()
  const navigate = useNavigate()
  const disabled = licence?.disableUi ?? false
  useEffect(() => {
    if (disabled) void navigate({ to: '/license-expired', replace: true })
  }, [disabled, navigate])

  if (licence?.status !== 401) return null
  return (
    <p className={styles.notice} role="alert">
      {t.subscriptionNotice({ strong: (text) => <strong>{text}</strong> })}
    </p>
  )
}
