import { appType } from '@millwright/contract/records/app'
import { useId } from 'react'
import { useReadOnly } from '../../ui/read-only.ts'
import { Text } from '../../ui/text.tsx'
import { appLabels } from './app-draft.ts'
import styles from './apps.module.css'

interface AppLocationProps {
  type: number
  error: string | undefined
  onChange: (type: number) => void
}

const locations: readonly { readonly type: number; readonly label: string }[] = [
  { type: appType.none, label: 'No Storage Required - remote device, client, or desktop.' },
  { type: appType.storage, label: 'On a provisioned file storage service.' },
  { type: appType.path, label: 'On this web server.' },
  { type: appType.url, label: 'On a remote URL.' },
]

/** Chooses where an app is; nothing is chosen for a kind that this console does not know. */
export function AppLocation({ type, error, onChange }: AppLocationProps) {
  const id = useId()
  const locked = useReadOnly() !== null
  return (
    <fieldset className={styles.location} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{appLabels.type}</legend>
      {locations.map((location) => (
        <label key={location.type} className={styles.choice}>
          <input
            type="radio"
            name={id}
            value={location.type}
            checked={type === location.type}
            disabled={locked}
            onChange={() => onChange(location.type)}
          />
          <span>{location.label}</span>
        </label>
      ))}
      {error ? (
        <Text id={`${id}-error`} tone="danger" size="sm">
          {error}
        </Text>
      ) : null}
    </fieldset>
  )
}
