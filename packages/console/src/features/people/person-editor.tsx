import type { RecordId } from '../../instance/collections.ts'
import { RecordEditor } from '../../widgets/form/editor-frame/record-editor.tsx'
import type { PersonDraft, PersonRecord } from './person-draft.ts'
import { PersonForm, type PersonParts } from './person-form.tsx'
import type { PersonDrafts, PersonKind } from './person-kind.ts'
import { personName } from './registration.ts'
import { RegistrationBadge } from './registration-badge.tsx'

interface PersonEditorProps<D extends PersonDraft> extends PersonParts<D> {
  kind: PersonKind
  drafts: PersonDrafts<D>
  /** `null` for a new person. */
  id: string | null
  onSaved: (id: RecordId) => void
}

/** The panel of one administrator or user. */
export function PersonEditor<D extends PersonDraft>({ kind, drafts, id, onSaved, ...parts }: PersonEditorProps<D>) {
  return (
    <RecordEditor<PersonRecord>
      path={kind.path}
      collection={kind.collection}
      params={kind.params}
      one={kind.one}
      thing={kind.thing}
      nameOf={personName}
      subtitle={(record) => <RegistrationBadge person={record} />}
      id={id}
      onSaved={onSaved}
    >
      {({ copied, ...form }) => (
        <PersonForm
          kind={kind}
          drafts={drafts}
          {...form}
          {...parts}
          {...(copied && { start: drafts.toCopy(copied) })}
        />
      )}
    </RecordEditor>
  )
}
