import { Checkbox } from '../../ui/checkbox.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { DirectoryNameField } from './directory-name-field.tsx'
import type { RoleDraft } from './role-draft.ts'
import styles from './roles.module.css'

interface RoleBasicsProps {
  draft: RoleDraft
  errors: Readonly<Record<string, string>>
  set: <K extends keyof RoleDraft & string>(field: K, value: RoleDraft[K]) => void
  /** People sign in through a directory. */
  directory: boolean
}

/** What a role is called, and whether it counts. */
export function RoleBasics({ draft, errors, set, directory }: RoleBasicsProps) {
  return (
    <div className={styles.basics}>
      <TextField
        label="Name"
        required
        maxLength={64}
        value={draft.name}
        error={errors.name}
        onChange={(value) => set('name', value)}
      />
      <TextField
        label="Description"
        maxLength={255}
        value={draft.description}
        error={errors.description}
        onChange={(value) => set('description', value)}
      />
      {directory ? (
        <DirectoryNameField value={draft.dn} error={errors.dn} onChange={(value) => set('dn', value)} />
      ) : null}
      <Checkbox
        label="Active"
        help="An inactive role allows nothing; turning it off ends the sessions of everybody who has it."
        checked={draft.is_active}
        error={errors.is_active}
        onChange={(value) => set('is_active', value)}
      />
    </div>
  )
}
