import { Checkbox } from '../../ui/checkbox.tsx'
import { NameFields } from '../../widgets/editor-frame/name-fields.tsx'
import type { FormFields } from '../../widgets/editor-frame/use-form.ts'
import { DirectoryNameField } from './directory-name-field.tsx'
import type { RoleDraft } from './role-draft.ts'
import styles from './roles.module.css'

interface RoleBasicsProps {
  field: FormFields<RoleDraft>['field']
  /** People sign in through a directory. */
  directory: boolean
}

/** What a role is called, and whether it counts. */
export function RoleBasics({ field, directory }: RoleBasicsProps) {
  return (
    <div className={styles.basics}>
      <NameFields field={field} />
      {directory ? <DirectoryNameField {...field('dn')} /> : null}
      <Checkbox
        {...field('is_active')}
        label="Active"
        help="An inactive role allows nothing; turning it off ends the sessions of everybody who has it."
      />
    </div>
  )
}
