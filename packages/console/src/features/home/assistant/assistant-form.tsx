import type { ListedService } from '@millwright/contract/wire/services'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { createRecord, invalidateCollection } from '../../../instance/collections.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ClientSteps } from '../../../widgets/code/mcp-clients/client-steps.tsx'
import { noProblem } from '../../../widgets/form/editor-frame/form-problem.ts'
import { ServicesSelect } from '../../../widgets/pickers/service-select/service-select.tsx'
import { commonWords } from '../../../words/messages.ts'
import { refusalOf } from '../connect/refusal.ts'
import { t } from '../messages.ts'

interface AssistantFormProps {
  /** The databases preselected for the service. */
  databases: readonly ListedService[]
  onClose: () => void
}

/** Maximum number of preselected databases. */
const most = 5

/** Name and exposed services of an MCP service. */
export function AssistantForm({ databases, onClose }: AssistantFormProps) {
  const queryClient = useQueryClient()
  const [name, setName] = useState('assistant')
  const [services, setServices] = useState<readonly string[]>(databases.slice(0, most).map((each) => each.name))
  const [missing, setMissing] = useState<string | null>(null)
  /** A second click may come before the pending state is rendered. */
  const underWay = useRef(false)
  const making = useMutation({
    mutationFn: async () => {
      const config = { exposed_services: services }
      const service = { name: name.trim(), label: name.trim(), type: 'mcp', is_active: true, config }
      await createRecord('system/service', service, { fields: 'id' })
      await invalidateCollection(queryClient, 'system/service')
    },
    onSettled: () => {
      underWay.current = false
    },
  })
  const refusal = making.error ? refusalOf(making.error) : noProblem
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const complaint = name.trim() === '' ? t.nameIsRequired : null
    setMissing(complaint)
    if (complaint !== null || underWay.current) return
    underWay.current = true
    making.mutate()
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap={3}>
        <TextField
          label={t.nameInUrls}
          required
          mono
          autoFocus
          autoComplete="off"
          spellCheck={false}
          value={name}
          error={missing ?? refusal.fields.name}
          onChange={(typed) => {
            setName(typed)
            setMissing(null)
            making.reset()
          }}
        />
        <Stack gap={1} role="group" aria-label={t.whatItReads}>
          <Text weight="medium" size="sm">
            {t.whatItReads}
          </Text>
          <ServicesSelect label={t.whatItReads} value={services} onChange={setServices} />
        </Stack>
        {refusal.general.length > 0 ? <Banner tone="danger">{refusal.general.join(' ')}</Banner> : null}
        <Row gap={2}>
          <Button type="submit" variant="primary" loading={making.isPending}>
            {commonWords.create}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {commonWords.close}
          </Button>
        </Row>
      </Stack>
    </form>
  )
}

interface AssistantClientsProps {
  service: ListedService
  onClose: () => void
}

/** How clients connect to an MCP service, and who may use it. */
export function AssistantClients({ service: { id, name }, onClose }: AssistantClientsProps) {
  return (
    <Stack gap={3}>
      <ClientSteps service={name} />
      <Text tone="muted" size="sm">
        {t.mcpAccessHelp({
          role: (text) => (
            <Link to="/roles/$id" params={{ id: 'new' }} search={{ service: id }}>
              {text}
            </Link>
          ),
          settings: (text) => (
            <Link to={`/services/${id}`} search={{ section: 'config' }}>
              {text}
            </Link>
          ),
        })}
      </Text>
      <Row>
        <Button reads variant="quiet" onClick={onClose}>
          {commonWords.close}
        </Button>
      </Row>
    </Stack>
  )
}
