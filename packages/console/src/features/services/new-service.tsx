import type { ServiceType } from '@millwright/contract/wire/service-type'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { confirm } from '../../confirm/confirm.ts'
import type { RecordId } from '../../widgets/record-list/declaration.ts'
import type { ServiceDraft } from './draft-members.ts'
import { draftOfService } from './service-draft.ts'
import { ServiceForm } from './service-form.tsx'
import { settingsOf } from './settings-of.ts'
import { TypeChooser } from './types/type-chooser.tsx'
import { isAvailable } from './types/type-list.ts'
import { UnavailableType } from './types/unavailable-type.tsx'

interface NewServiceProps {
  types: readonly ServiceType[]
  onClose: () => void
  onSaved: (id: RecordId) => void
}

/** First the kind, which stands in the address as `?type=pgsql`, then the form of it. */
export function NewService({ types, onClose, onSaved }: NewServiceProps) {
  const navigate = useNavigate()
  const search: { type?: unknown } = useSearch({ strict: false })
  /** What was said about the service itself before another kind was chosen. */
  const [said, setSaid] = useState<ServiceDraft | null>(null)
  /** The address only says where to begin: a form with something in it does not go when the address changes. */
  const [name, setName] = useState(search.type)
  const chosen = types.find((type) => type.name === name && type.singleton !== true)

  // In place of the former address: going back leaves the form, which asks first.
  const choose = (type: ServiceType | null) => {
    setName(type?.name)
    void navigate({
      to: '.',
      search: (now: object) => ({ ...now, type: type?.name, section: undefined }),
      replace: true,
    })
  }
  const other = async (draft: ServiceDraft, configured: boolean) => {
    const go =
      !configured ||
      (await confirm({
        title: 'Choose another type?',
        text: 'The settings that you entered belong to this type and are discarded.',
        action: 'Discard settings',
        cancel: 'Keep this type',
        danger: true,
      }))
    if (!go) return
    setSaid(draft)
    choose(null)
  }

  if (!chosen) return <TypeChooser types={types} onChoose={choose} />
  if (!isAvailable(chosen)) return <UnavailableType type={chosen} onOther={() => choose(null)} />
  const start = said && { ...draftOfService(settingsOf(chosen, null), null), ...namesOf(said) }
  return (
    <ServiceForm
      key={chosen.name}
      type={chosen}
      loaded={null}
      {...(start && { start })}
      onClose={onClose}
      onSaved={onSaved}
      onOtherType={(draft, configured) => void other(draft, configured)}
    />
  )
}

function namesOf({ name, label, description, is_active }: ServiceDraft) {
  return { name, label, description, is_active }
}
