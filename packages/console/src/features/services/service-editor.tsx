import type { ServiceType } from '@millwright/contract/wire/services'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { confirm } from '../../confirm/confirm.ts'
import type { RecordId } from '../../instance/collections.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type DatabaseAddress, takeOver } from '../../widgets/connection/database-address/database-address.ts'
import { RecordEditor } from '../../widgets/form/editor-frame/record-editor.tsx'
import { LoadFailure } from '../../widgets/records/load-failure/load-failure.tsx'
import { tabWords } from '../../words/tabs/messages.ts'
import type { ServiceDraft } from './draft-members.ts'
import { t } from './messages.ts'
import {
  draftOfAddress,
  draftOfService,
  draftOfServiceCopy,
  type ServiceRecord,
  serviceCollection,
  serviceParams,
} from './service-draft.ts'
import { ServiceForm } from './service-form.tsx'
import styles from './services.module.css'
import { shownServiceName } from './services-list.tsx'
import { settingsOf } from './settings-of.ts'
import { TypeChooser, UnavailableType } from './types/type-chooser.tsx'
import { isAvailable, serviceTypesQuery } from './types/type-list.ts'

interface ServiceEditorProps {
  /** `null` for a new service. */
  id: string | null
  onSaved: (id: RecordId) => void
}

/** The panel of one service. */
export function ServiceEditor({ id, onSaved }: ServiceEditorProps) {
  return (
    <RecordEditor<ServiceRecord>
      path="/services"
      collection={serviceCollection}
      params={serviceParams}
      one={t.one}
      thing={tabWords.service}
      nameOf={shownServiceName}
      wide
      id={id}
      onSaved={onSaved}
    >
      {({ loaded, copied, ...form }) => (
        <WithTypes>
          {(types) => {
            const record = loaded?.record ?? copied
            if (record === null) return <NewService types={types} {...form} />
            const type = typeOf(types, record)
            const start = copied && draftOfServiceCopy(settingsOf(type, copied), copied)
            return <ServiceForm type={type} loaded={loaded} {...form} {...(start && { start })} />
          }}
        </WithTypes>
      )}
    </RecordEditor>
  )
}

/** The type of a service; an unlisted type has only a name. */
function typeOf(types: readonly ServiceType[], { type }: ServiceRecord): ServiceType {
  return types.find(({ name }) => name === type) ?? { name: type ?? 'unknown', config_schema: null }
}

/** Loads the service types, which every form requires. */
function WithTypes({ children }: { children: (types: readonly ServiceType[]) => ReactNode }) {
  const query = useQuery(serviceTypesQuery)
  if (query.data) return children(query.data)
  return (
    <div className={styles.waiting} aria-busy={query.isFetching}>
      {query.isFetching ? (
        <Skeleton lines={8} />
      ) : (
        <LoadFailure error={query.error} text={t.loadFailed} onRetry={() => void query.refetch()} />
      )}
    </div>
  )
}

interface NewServiceProps {
  types: readonly ServiceType[]
  onClose: () => void
  onSaved: (id: RecordId) => void
}

/** First the choice of a type, stored in the URL as `?type=pgsql`, then its form. */
function NewService({ types, onClose, onSaved }: NewServiceProps) {
  const navigate = useNavigate()
  const search: { type?: unknown } = useSearch({ strict: false })
  /** Input about the service itself, retained when another type is chosen. */
  const [said, setSaid] = useState<ServiceDraft | null>(null)
  /** Only the initial value comes from the URL, so that a form with input survives URL changes. */
  const [name, setName] = useState(search.type)
  /** A pasted database URL, from here or from the previous page. */
  const [address, setAddress] = useState(takeOver)
  const chosen = types.find((type) => type.name === name && type.singleton !== true)

  // Replaces the URL, so that going back leaves the form, which asks first.
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
        title: t.chooseAnotherType,
        text: t.typeChangeWarning,
        action: t.discardSettings,
        cancel: t.keepThisType,
        danger: true,
      }))
    if (!go) return
    setSaid(draft)
    setAddress(null)
    choose(null)
  }

  const choosePasted = (pasted: DatabaseAddress) => {
    const type = types.find((one) => one.name === pasted.type) ?? types.find((one) => one.name === 'mysql')
    if (type === undefined) return
    setAddress(pasted)
    choose(type)
  }

  if (!chosen) return <TypeChooser types={types} onChoose={choose} onAddress={choosePasted} />
  if (!isAvailable(chosen)) return <UnavailableType type={chosen} onOther={() => choose(null)} />
  const fields = settingsOf(chosen, null)
  const start = address
    ? { ...draftOfAddress(fields, address), ...(said && namesOf(said)) }
    : said && { ...draftOfService(fields, null), ...namesOf(said) }
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
