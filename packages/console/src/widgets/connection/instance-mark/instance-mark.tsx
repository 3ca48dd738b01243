import { instanceColour } from '../../../instance/instance-colour.ts'
import { useInstanceProfile } from '../../../instance/instance-profile.ts'
import styles from './instance-mark.module.css'

/** The mark of the instance: its colour and name, or those of the product by default. */
export function InstanceMark() {
  const { name, colour } = useInstanceProfile()
  const paint = instanceColour(colour)
  return (
    <span className={styles.mark}>
      <span
        className={styles.sign}
        style={paint ? { backgroundColor: paint.background, color: paint.text } : undefined}
        aria-hidden="true"
      >
        <svg viewBox="0 0 20 20" width="20" height="20" role="presentation">
          <path d="M5 14.5v-9l5 4.5 5-4.5v9" />
        </svg>
      </span>
      <span className={styles.name}>{name || 'Millwright'}</span>
    </span>
  )
}

/** A line across the page in the instance's colour, so that production looks different from a test instance. */
export function InstanceStripe() {
  const paint = instanceColour(useInstanceProfile().colour)
  return paint ? <div className={styles.stripe} style={{ backgroundColor: paint.background }} /> : null
}
