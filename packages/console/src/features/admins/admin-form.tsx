import type { Admin } from '@millwright/contract/records/person'
import { session, useUser } from '../../instance/browser-session.ts'
import type { Loaded } from '../../instance/collections.ts'
import { useEnvironment } from '../../instance/environment.ts'
import { notify } from '../../notifications/notify.ts'
import type { EditorSection } from '../../widgets/editor-frame/editor-form.tsx'
import { RecordForm } from '../../widgets/editor-frame/record-form.tsx'
import { type EditorDeclaration, useEditor } from '../../widgets/editor-frame/use-editor.ts'
import { LookupKeys } from '../../widgets/lookup-keys/lookup-keys.tsx'
import type { RecordId } from '../../widgets/record-list/declaration.ts'
import { Confirmation, InviteBlock } from '../people/confirmation-block.tsx'
import { ownSession } from '../people/own-session.ts'
import { PasswordBlock } from '../people/password-block.tsx'
import styles from '../people/people.module.css'
import { checkPerson } from '../people/person-checks.ts'
import {
  draftOfPerson,
  type PersonDraft,
  personLabels,
  personToCreate,
  personToUpdate,
} from '../people/person-draft.ts'
import { PersonFields } from '../people/person-fields.tsx'
import { inviteAdmin } from './admins-list.ts'
import { adminMessages } from './messages.ts'

const defaultLeastPassword = 5

function adminEditing(leastPassword: number): EditorDeclaration<Admin, PersonDraft> {
  return {
    collection: 'system/admin',
    params: { fields: '*', related: 'lookup_by_user_id' },
    labels: personLabels,
    toDraft: draftOfPerson,
    toCreate: personToCreate,
    toUpdate: personToUpdate,
    createParams: ({ sendInvite }) => ({ send_invite: sendInvite }),
    check: (draft, isNew) => checkPerson(draft, isNew, leastPassword),
  }
}

interface AdminFormProps {
  loaded: Loaded<Admin> | null
  start?: PersonDraft
  onClose: () => void
  onSaved: (id: RecordId) => void
}

export function AdminForm({ loaded, start, onClose, onSaved }: AdminFormProps) {
  const user = useUser()
  const { authentication } = useEnvironment()
  const leastPassword = authentication?.password_min_length ?? defaultLeastPassword
  const declaration = adminEditing(leastPassword)
  const editor = useEditor<Admin, PersonDraft>({
    declaration,
    loaded,
    ...(start && { start }),
    onSaved: (record, isNew) => {
      if (record.id === user?.id) session.update(ownSession(record))
      notify({
        type: 'success',
        title: adminMessages.module,
        text: isNew ? adminMessages.created : adminMessages.updated,
      })
      onSaved(record.id)
    },
  })
  const { draft, set, problem, isNew, record } = editor
  const part = { draft, errors: problem.fields, set }

  const sections: EditorSection[] = [
    {
      id: 'basic',
      label: 'Basic',
      fields: Object.keys(draft).filter((field) => field !== 'lookups'),
      content: (
        <div className={styles.form}>
          <PersonFields {...part} loginBy={authentication?.login_attribute ?? 'email'} />
          <section className={styles.group} aria-labelledby="signing-in">
            <h3 id="signing-in">Signing in</h3>
            {isNew || !record ? (
              <InviteBlock {...part} />
            ) : (
              <Confirmation confirmed={record.confirmed === true} onInvite={() => inviteAdmin(String(record.id))} />
            )}
            <PasswordBlock {...part} leastPassword={leastPassword} />
          </section>
        </div>
      ),
    },
    {
      id: 'lookup-keys',
      label: 'Lookup Keys',
      fields: ['lookups'],
      content: (
        <LookupKeys
          rows={draft.lookups}
          onChange={(rows) => set('lookups', rows)}
          needsValue
          showMissing={problem.fields.lookups !== undefined}
        />
      ),
    },
  ]

  return <RecordForm editor={editor} declaration={declaration} one="admin" sections={sections} onClose={onClose} />
}
