import { useNavigate } from '@tanstack/react-router'
import { Button } from '../../ui/button.tsx'
import styles from './register.module.css'

/** Thanks somebody who registered and says what comes next. */
export function RegisterCompleteScreen() {
  const navigate = useNavigate()
  return (
    <div className={styles.stack}>
      <h1>Registration Success</h1>
      <p>Thank you for registering. A mail with a link is on its way to you; follow it to confirm your account.</p>
      <p className={styles.hint}>If it does not arrive in a few minutes, look among your unwanted mail.</p>
      <Button variant="primary" wide onClick={() => void navigate({ to: '/login' })}>
        Back to Login
      </Button>
    </div>
  )
}
