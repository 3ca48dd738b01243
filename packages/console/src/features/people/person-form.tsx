import type { ReactNode } from 'react'
import { session, useUser } from '../../instance/browser-session.ts'
import type { Loaded } from '../../instance/collections.ts'
import { useEnvironment } from '../../instance/environment.ts'
import { notify } from '../../notifications/notify.ts'
import { Stack } from '../../ui/layout.tsx'
import { leastPasswordOf } from '../../widgets/credentials/password-rules.ts'
import type { EditorSection } from '../../widgets/editor-frame/editor-form.tsx'
import { RecordForm } from '../../widgets/editor-frame/record-form.tsx'
import { type Editor, type EditorDeclaration, useEditor } from '../../widgets/editor-frame/use-editor.ts'
import type { FormFields } from '../../widgets/editor-frame/use-form.ts'
import { LookupKeys } from '../../widgets/lookup-keys/lookup-keys.tsx'
import { idOf, type RecordId } from '../../widgets/record-list/declaration.ts'
import { Confirmation, InviteBlock } from './confirmation-block.tsx'
import { invitePerson } from './invite-person.ts'
import { ownSession } from './own-session.ts'
import { PasswordBlock } from './password-block.tsx'
import styles from './people.module.css'
import { checkNotice, checkPerson, takenEmail } from './person-checks.ts'
import { type PersonDraft, type PersonRecord, personToCreate, personToUpdate } from './person-draft.ts'
import { PersonFields } from './person-fields.tsx'
import type { PersonKind } from './person-kind.ts'
import { originOf } from './person-origin.ts'
import { SecondStepBlock } from './second-step-block.tsx'

/** What one kind of people has in its form and the other has not. */
export interface PersonParts<D extends PersonDraft> {
  /** Under the password. */
  access?: (editor: Editor<PersonRecord, D>) => ReactNode
  /** Between the basics and the lookup keys. */
  sections?: (editor: Editor<PersonRecord, D>) => readonly EditorSection[]
}

interface PersonFormProps<D extends PersonDraft> extends PersonParts<D> {
  kind: PersonKind<D>
  loaded: Loaded<PersonRecord> | null
  start?: D
  onClose: () => void
  onSaved: (id: RecordId) => void
}

function editing<D extends PersonDraft>(
  kind: PersonKind<D>,
  leastPassword: number | null,
): EditorDeclaration<PersonRecord, D> {
  return {
    collection: kind.collection,
    params: kind.params,
    labels: kind.labels,
    toDraft: kind.toDraft,
    toCreate: (draft) => ({ ...personToCreate(draft), ...kind.more(draft, null) }),
    toUpdate: (draft, record) => ({ ...personToUpdate(draft, record), ...kind.more(draft, record) }),
    createParams: ({ sendInvite }) => ({ send_invite: sendInvite }),
    together: [
      ['sendInvite', 'setPassword'],
      ['password', 'verifyPassword'],
    ],
    check: (draft, isNew) => checkPerson(draft, isNew, leastPassword, kind.problems?.(draft)),
    notice: (found) => checkNotice(found, kind.messages.module),
    reword: takenEmail,
  }
}

/** The form of an administrator or a user. */
export function PersonForm<D extends PersonDraft>(props: PersonFormProps<D>) {
  const { kind, loaded, start, access, sections, onClose, onSaved } = props
  const user = useUser()
  const { authentication } = useEnvironment()
  const leastPassword = leastPasswordOf(authentication)
  const declaration = editing(kind, leastPassword)
  const { messages } = kind
  const editor = useEditor<PersonRecord, D>({
    declaration,
    loaded,
    ...(start && { start }),
    onSaved: (record, isNew) => {
      if (record.id === user?.id) session.update(ownSession(record))
      notify({ type: 'success', title: messages.module, text: isNew ? messages.created : messages.updated })
      onSaved(idOf(record))
    },
  })
  const { isNew, record } = editor
  const form: FormFields<PersonDraft> = editor
  const { draft, problem } = form
  const others = sections?.(editor) ?? []
  const origin = record ? originOf(record, authentication) : null
  const elsewhere = new Set(['lookups', ...others.flatMap(({ fields }) => fields)])

  const all: EditorSection[] = [
    {
      id: 'basic',
      label: 'Basic',
      fields: Object.keys(draft).filter((field) => !elsewhere.has(field)),
      content: (
        <Stack gap={5}>
          <PersonFields form={form} loginBy={authentication?.login_attribute ?? 'email'} />
          <section className={styles.group} aria-labelledby="signing-in">
            <h3 id="signing-in">Signing in</h3>
            {origin === null ? null : <p>{origin}</p>}
            {isNew || !record ? (
              <InviteBlock form={form} />
            ) : (
              <Confirmation
                confirmed={record.confirmed === true}
                onInvite={() => invitePerson(kind, String(idOf(record)))}
              />
            )}
            <PasswordBlock form={form} leastPassword={leastPassword} />
            {record ? <SecondStepBlock id={Number(idOf(record))} name={draft.name} module={messages.module} /> : null}
          </section>
          {access?.(editor)}
        </Stack>
      ),
    },
    ...others,
    {
      id: 'lookup-keys',
      label: 'Lookup Keys',
      fields: ['lookups'],
      content: (
        <LookupKeys
          rows={draft.lookups}
          onChange={(rows) => form.set('lookups', rows)}
          needsValue
          showMissing={problem.fields.lookups !== undefined}
        />
      ),
    },
  ]
  return <RecordForm editor={editor} declaration={declaration} one={kind.one} sections={all} onClose={onClose} />
}
