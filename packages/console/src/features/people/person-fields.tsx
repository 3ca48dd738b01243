import { Checkbox } from '../../ui/checkbox.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './people.module.css'
import type { PersonDraft } from './person-draft.ts'

export type SetPerson = <K extends keyof PersonDraft & string>(field: K, value: PersonDraft[K]) => void

export interface PersonPartProps {
  draft: PersonDraft
  errors: Readonly<Record<string, string>>
  set: SetPerson
}

/** Who somebody is, and whether they may come in. */
export function PersonFields({ draft, errors, set, loginBy }: PersonPartProps & { loginBy: 'email' | 'username' }) {
  const byName = loginBy === 'username'
  return (
    <div className={styles.grid}>
      <TextField
        label={byName ? 'Username (Required for login)' : 'Username (Optional, defaults to email address)'}
        autoComplete="off"
        spellCheck={false}
        value={draft.username}
        error={errors.username}
        onChange={(value) => set('username', value)}
      />
      <TextField
        label={byName ? 'Email' : 'Email (Required for login)'}
        type="email"
        autoComplete="off"
        spellCheck={false}
        value={draft.email}
        error={errors.email}
        onChange={(value) => set('email', value)}
      />
      <TextField
        label="First Name"
        value={draft.first_name}
        error={errors.first_name}
        onChange={(value) => set('first_name', value)}
      />
      <TextField
        label="Last Name"
        value={draft.last_name}
        error={errors.last_name}
        onChange={(value) => set('last_name', value)}
      />
      <TextField label="Display Name" value={draft.name} error={errors.name} onChange={(value) => set('name', value)} />
      <TextField
        label="Phone"
        type="tel"
        value={draft.phone}
        error={errors.phone}
        onChange={(value) => set('phone', value)}
      />
      <div className={styles.whole}>
        <Checkbox
          label="Active"
          help="An inactive person cannot sign in; sessions that are open end at once."
          checked={draft.is_active}
          error={errors.is_active}
          onChange={(value) => set('is_active', value)}
        />
      </div>
    </div>
  )
}
