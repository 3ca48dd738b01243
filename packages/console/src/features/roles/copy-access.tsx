import { searchFilter } from '@millwright/contract/filter/search'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { collectionQuery, readRecord } from '../../instance/collections.ts'
import { messageOf } from '../../instance/instance-error.ts'
import { notify } from '../../notifications/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { type AccessRow, accessRows, copiedAccess } from './access-rows.ts'
import type { RoleRecord } from './role-draft.ts'
import styles from './roles.module.css'

/** Roles that are offered at once; the search finds the others. */
const most = 20

interface CopyAccessProps {
  onCopied: (rows: readonly AccessRow[], from: string) => void
  onClose: () => void
}

/** Chooses a role whose rules are taken over. */
export function CopyAccess({ onCopied, onClose }: CopyAccessProps) {
  const [text, setText] = useState('')
  const [reading, setReading] = useState<number | null>(null)
  const filter = searchFilter(['name', 'description'], useDeferredValue(text))
  const params = { fields: 'id,name,description', order: 'name ASC', limit: most, ...(filter && { filter }) }
  const { data, error } = useQuery(collectionQuery<RoleRecord>('system/role', params))

  const copy = async ({ id = 0, name = '' }: RoleRecord) => {
    setReading(id)
    try {
      const related = 'role_service_access_by_role_id'
      const { record } = await readRecord<RoleRecord>('system/role', id, { fields: 'id', related })
      onCopied(copiedAccess(accessRows(record.role_service_access_by_role_id)), name)
    } catch (failure) {
      notify({ type: 'error', title: 'Api Error', text: messageOf(failure) })
      setReading(null)
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      closeOnOutsidePress
      title="Copy rules from another role"
      description="Its rules are added to this role’s; nothing is saved yet."
    >
      <TextField
        label="Search roles"
        labelHidden
        type="search"
        placeholder="Search roles"
        icon={<IconSearch />}
        value={text}
        onChange={setText}
      />
      <ul className={styles.choices} aria-label="Roles">
        {(data?.rows ?? []).map((role) => (
          <li key={role.id}>
            <Button variant="quiet" wide loading={reading === role.id} onClick={() => void copy(role)}>
              {role.name}
            </Button>
          </li>
        ))}
      </ul>
      <p className={styles.count} role="status">
        {error ? messageOf(error) : data?.rows.length === 0 ? 'No role matches.' : ''}
        {data?.rows.length === most ? `The first ${most}; search for others.` : ''}
      </p>
    </Dialog>
  )
}
