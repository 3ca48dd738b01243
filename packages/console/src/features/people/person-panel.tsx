import type { Session } from '@millwright/contract/wire/session'
import { type ReactNode, useState } from 'react'
import { session, useUser } from '../../instance/browser-session.ts'
import { useEnvironment } from '../../instance/environment.ts'
import { messageOf } from '../../instance/instance-error.ts'
import { useWriteBlock } from '../../instance/instance-profile.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Pair, Stack } from '../../ui/layout.tsx'
import { DeactivationWarning } from '../../widgets/charts/usage/switching-off.tsx'
import { useUsageSection } from '../../widgets/charts/usage/use-usage-section.tsx'
import { PasswordPair } from '../../widgets/form/credentials/password-pair.tsx'
import { leastPasswordOf } from '../../widgets/form/credentials/password-rules.ts'
import type { EditorSection } from '../../widgets/form/editor-frame/editor-form.tsx'
import type { Editor, PanelDeclaration } from '../../widgets/form/editor-frame/use-editor.ts'
import type { FormFields } from '../../widgets/form/editor-frame/use-form.ts'
import type { PanelOf } from '../../widgets/form/panel/declared-panel.tsx'
import { LookupKeys } from '../../widgets/list/lookup-keys/lookup-keys.tsx'
import { idOf } from '../../widgets/records/list-declaration/declaration.ts'
import { peopleMessages } from './messages.ts'
import styles from './people.module.css'
import { invitePerson } from './people-list.ts'
import {
  checkNotice,
  checkPerson,
  originOf,
  type PersonDraft,
  type PersonRecord,
  personToCreate,
  personToUpdate,
  renameUsernameError,
} from './person-draft.ts'
import { PersonFields, type PersonPartProps } from './person-fields.tsx'
import type { PersonDrafts, PersonKind } from './person-kind.ts'
import { personName, RegistrationBadge } from './registration.tsx'
import { EndSessions, SecondStepBlock } from './sign-in-blocks.tsx'

/** The parts of the form that differ between administrators and users. */
export interface PersonParts<D extends PersonDraft> {
  /** Shown below the password. */
  access?: (editor: Editor<PersonRecord, D>) => ReactNode
  /** Shown between the basics and the lookup keys. */
  sections?: (editor: Editor<PersonRecord, D>) => readonly EditorSection[]
}

function editing<D extends PersonDraft>(
  kind: PersonKind,
  drafts: PersonDrafts<D>,
  leastPassword: number | null,
): PanelDeclaration<PersonRecord, D> {
  return {
    collection: kind.collection,
    params: kind.params,
    labels: drafts.labels,
    toDraft: drafts.toDraft,
    toCopy: drafts.toCopy,
    toCreate: (draft) => ({ ...personToCreate(draft), ...drafts.more(draft, null) }),
    toUpdate: (draft, record) => ({ ...personToUpdate(draft, record), ...drafts.more(draft, record) }),
    createParams: ({ sendInvite }) => ({ send_invite: sendInvite }),
    together: [
      ['sendInvite', 'setPassword'],
      ['password', 'verifyPassword'],
    ],
    check: (draft, isNew) => checkPerson(draft, isNew, leastPassword, drafts.problems?.(draft)),
    notice: (found) => checkNotice(found, kind.messages.module),
    reword: renameUsernameError,
  }
}

/** The panel of an administrator or a user. */
export function personPanel<D extends PersonDraft>(
  kind: PersonKind,
  drafts: PersonDrafts<D>,
  parts: PersonParts<D>,
): PanelOf<PersonRecord, D> {
  return {
    path: kind.path,
    words: () => ({ module: kind.messages.module, one: kind.one, thing: kind.thing }),
    nameOf: personName,
    subtitle: (record) => <RegistrationBadge person={record} />,
    useDeclaration: () => editing(kind, drafts, leastPasswordOf(useEnvironment().authentication)),
    useSections: (editor) => usePersonSections(kind, parts, editor),
    saved: (_record, isNew) => ({ text: isNew ? kind.messages.created : kind.messages.updated }),
    useAfterSave() {
      const user = useUser()
      return (record) => {
        if (record.id === user?.id) session.update(ownSession(record))
      }
    },
  }
}

function usePersonSections<D extends PersonDraft>(
  kind: PersonKind,
  { access, sections }: PersonParts<D>,
  editor: Editor<PersonRecord, D>,
): readonly EditorSection[] {
  const user = useUser()
  const { authentication } = useEnvironment()
  const leastPassword = leastPasswordOf(authentication)
  const { messages } = kind
  const { isNew, record } = editor
  const form: FormFields<PersonDraft> = editor
  const { draft, problem } = form
  const others = sections?.(editor) ?? []
  const id = record ? Number(idOf(record)) : null
  const usage = useUsageSection(
    id === null ? null : { of: { user: id }, splits: ['app', 'service', 'resource'], log: [`user_id:is:${id}`] },
  )
  const origin = record ? originOf(record, authentication) : null
  const elsewhere = new Set(['lookups', ...others.flatMap(({ fields }) => fields)])

  return [
    {
      id: 'basic',
      label: peopleMessages.basic,
      fields: Object.keys(draft).filter((field) => !elsewhere.has(field)),
      content: (
        <Stack gap={5}>
          <PersonFields form={form} loginBy={authentication?.login_attribute ?? 'email'} />
          <DeactivationWarning
            collection={kind.collection}
            ids={id !== null && form.before.is_active && !draft.is_active ? [id] : []}
          />
          <section className={styles.group} aria-labelledby="signing-in">
            <h3 id="signing-in">{peopleMessages.signInSection}</h3>
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
            {id === null || id === user?.id ? null : <EndSessions kind={kind} id={id} name={draft.name} />}
          </section>
          {access?.(editor)}
        </Stack>
      ),
    },
    ...others,
    {
      id: 'lookup-keys',
      label: peopleMessages.lookupKeys,
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
    ...usage,
  ]
}

/** Returns the changes to the stored session after saving one's own record: names, and a new token if there is one. */
function ownSession(record: { readonly [field: string]: unknown }): Partial<Session> {
  const changes: Partial<Session> = {}
  for (const field of ['name', 'first_name', 'last_name', 'email'] as const) {
    const value = record[field]
    if (typeof value === 'string') changes[field] = value
  }
  if (typeof record.session_token === 'string') changes.session_token = record.session_token
  return changes
}

/** The password that an administrator sets for a person. */
function PasswordBlock({ form, leastPassword }: PersonPartProps & { leastPassword: number | null }) {
  const { draft, set, field } = form
  return (
    <Stack gap={3}>
      <Checkbox
        label={peopleMessages.setPassword}
        value={draft.setPassword}
        onChange={(value) => {
          set('setPassword', value)
          if (!value) {
            set('password', '')
            set('verifyPassword', '')
          }
        }}
      />
      {draft.setPassword ? (
        <Pair>
          <PasswordPair
            label={peopleMessages.enterPassword}
            least={leastPassword}
            password={field('password')}
            again={field('verifyPassword')}
          />
        </Pair>
      ) : null}
    </Stack>
  )
}

/** Invites a new person by a mail with a code. */
function InviteBlock({ form: { field } }: PersonPartProps) {
  return (
    <Stack gap={3}>
      <Checkbox {...field('sendInvite')} label={peopleMessages.sendEmailInvite} help={peopleMessages.inviteHelp} />
    </Stack>
  )
}

interface ConfirmationProps {
  confirmed: boolean
  /** Sends another invitation. */
  onInvite: () => Promise<void>
}

/** Whether a person has accepted their invitation; if not, it can be sent again. */
function Confirmation({ confirmed, onInvite }: ConfirmationProps) {
  const [sending, setSending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const writeBlock = useWriteBlock()
  const send = async () => {
    setSending(true)
    setFailure(null)
    try {
      await onInvite()
    } catch (error) {
      setFailure(messageOf(error))
    } finally {
      setSending(false)
    }
  }
  return (
    <Stack gap={3}>
      <p className={styles.line}>
        <span>{confirmed ? peopleMessages.isConfirmed : peopleMessages.isNotConfirmed}</span>
        {confirmed ? null : (
          <Button size="small" loading={sending} disabledReason={writeBlock} onClick={() => void send()}>
            {peopleMessages.sendInvite}
          </Button>
        )}
      </p>
      {failure ? <Banner tone="danger">{failure}</Banner> : null}
    </Stack>
  )
}
