import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { createRecord, invalidateCollection } from '../../instance/collections.ts'
import { InstanceError, messageOf } from '../../instance/instance-error.ts'
import { useServiceList } from '../../instance/service-list.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Pair } from '../../ui/layout.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useIsOpen } from '../../ui/use-is-open.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { apiAddress, isOtherStart } from './api-address.ts'
import { type ApiRecord, apiCollection, apisQuery, sourceCollection } from './api-queries.ts'
import { t } from './messages.ts'
import { StartFields, searchOfStart, useStart } from './start-fields.tsx'

interface NewApiProps {
  onClose: () => void
}

/** Creates an API, and opens its first endpoint, which starts from a table. */
export function NewApi({ onClose }: NewApiProps) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const services = useServiceList()?.services ?? []
  const { data: apis } = useQuery(apisQuery)
  const [typed, setTyped] = useState<string | null>(null)
  const [typedPath, setTypedPath] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({})
  const [running, setRunning] = useState(false)
  const isOpen = useIsOpen()
  const start = useStart([])
  const { service, table, of, action } = start
  const search = searchOfStart(start)
  const subject = isOtherStart(action) ? (of === '' ? '' : service) : table
  const taken = new Set([...services.map(({ name }) => name), ...(apis?.rows ?? []).map(({ name }) => name)])
  const name = typed ?? (subject === '' ? '' : freeName(slugOf(subject.replaceAll('_', '-')), taken))
  const basePath = typedPath ?? slugOf(name).slice(0, 40)

  const create = async () => {
    const missing: Record<string, string> = {}
    if (slugOf(name) === '') missing.name = t.nameMissing
    if (basePath.trim() === '') missing.base_path = t.basePathMissing
    if (search === null) missing.table = isOtherStart(action) ? t.startMissing : t.tableMissing
    setFields(missing)
    if (Object.keys(missing).length > 0 || search === null) return
    setRunning(true)
    setProblem(null)
    try {
      const label = name.trim() === slugOf(name) ? null : name.trim()
      const api = { name: slugOf(name), base_path: basePath, ...(label && { label }) }
      const { record } = await createRecord<ApiRecord>(apiCollection, api, { fields: '*' })
      await invalidateCollection(queryClient, apiCollection)
      const source = services.find((each) => each.name === service)
      if (action !== 'empty' && source) {
        await createRecord(sourceCollection, { api_id: record.id, service_id: source.id })
        await invalidateCollection(queryClient, sourceCollection)
      }
      if (isOpen()) await navigate({ to: apiAddress.endpoint(record.id, 'new'), search })
    } catch (error) {
      const fieldErrors = error instanceof InstanceError ? error.fieldMessages : {}
      const own = Object.entries(fieldErrors).filter(([field]) => field === 'name' || field === 'base_path')
      setFields(Object.fromEntries(own.map(([field, messages]) => [field, messages.join(' ')])))
      if (own.length === 0) setProblem(messageOf(error))
    } finally {
      setRunning(false)
    }
  }
  return (
    <FormDialog
      title={t.newApi}
      size="medium"
      description={t.newApiHelp}
      action={t.createApi}
      running={running}
      problem={problem}
      onDismiss={() => setProblem(null)}
      onSubmit={() => void create()}
      onClose={onClose}
    >
      <StartFields start={start} error={fields.table} />
      <Pair>
        <TextField label={tabWords.name} required maxLength={64} value={name} error={fields.name} onChange={setTyped} />
        <TextField
          label={t.basePath}
          required
          mono
          spellCheck={false}
          maxLength={40}
          help={t.urlPreview({ url: basePath.trim() === '' ? '/api/v2/…' : `/api/v2/${basePath}/…` })}
          value={basePath}
          error={fields.base_path}
          onChange={setTypedPath}
        />
      </Pair>
    </FormDialog>
  )
}

/** A name of letters, digits, `_` and `-`, as the instance accepts it. */
function slugOf(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 64)
}

function freeName(wanted: string, taken: ReadonlySet<string | undefined>): string {
  const base = `${wanted.slice(0, 32)}-api`
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : `${base}-${number}`
    if (!taken.has(name)) return name
  }
}
