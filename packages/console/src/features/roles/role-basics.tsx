import { Checkbox } from '../../ui/checkbox.tsx'
import { NameFields } from '../../widgets/editor-frame/name-fields.tsx'
import { DirectoryNameField } from './directory-name-field.tsx'
import { type RoleDraft, roleLabels } from './role-draft.ts'
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
      <NameFields draft={draft} labels={roleLabels} errors={errors} set={set} />
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
