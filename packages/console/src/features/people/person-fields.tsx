import { Checkbox } from '../../ui/checkbox.tsx'
import { Pair } from '../../ui/layout.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { FormFields } from '../../widgets/editor-frame/use-form.ts'
import styles from './people.module.css'
import type { PersonDraft } from './person-draft.ts'

export interface PersonPartProps {
  form: FormFields<PersonDraft>
}

/** Who somebody is, and whether they may come in. */
export function PersonFields({ form: { field }, loginBy }: PersonPartProps & { loginBy: 'email' | 'username' }) {
  const byName = loginBy === 'username'
  return (
    <Pair>
      <TextField
        {...field('username')}
        label={byName ? 'Username (Required for login)' : 'Username (Optional, defaults to email address)'}
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        {...field('email')}
        label={byName ? 'Email' : 'Email (Required for login)'}
        type="email"
        autoComplete="off"
        spellCheck={false}
      />
      <TextField {...field('first_name')} label="First Name" />
      <TextField {...field('last_name')} label="Last Name" />
      <TextField {...field('name')} label="Display Name" />
      <TextField {...field('phone')} label="Phone" type="tel" />
      <div className={styles.whole}>
        <Checkbox
          {...field('is_active')}
          label="Active"
          help="An inactive person cannot sign in; sessions that are open end at once."
        />
      </div>
    </Pair>
  )
}
