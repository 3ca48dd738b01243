import { instanceColour } from '../../instance/instance-colour.ts'
import { useInstanceProfile } from '../../instance/instance-profile.ts'
import styles from './instance-mark.module.css'

/** The sign of the instance: its colour and name, or the product's where it was given none. */
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

/** A line across the page in the colour of the instance, so that production does not look like a test. */
export function InstanceStripe() {
  const paint = instanceColour(useInstanceProfile().colour)
  return paint ? <div className={styles.stripe} style={{ backgroundColor: paint.background }} /> : null
}
