import { planBounds } from '@millwright/contract/records/execution-plan'
import type { Verb } from '@millwright/contract/verbs'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Text } from '../../ui/text.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { t } from './messages.ts'
import type { EndpointDraft } from './plan/endpoint-draft.ts'
import { withMembers } from './plan/members.ts'

interface OptionFieldsProps {
  method: Verb
  plan: EndpointDraft['plan']
  error: string | undefined
  onChange: (plan: EndpointDraft['plan']) => void
}

/** Paging and caching of an endpoint that reads, and the transaction of one that writes. */
export function OptionFields({ method, plan, error, onChange }: OptionFieldsProps) {
  const set = (change: object) => onChange(withMembers(plan, change))
  const { ttl } = plan.cache ?? {}
  return (
    <>
      {method === 'GET' ? (
        <>
          <Checkbox
            label={t.page}
            help={t.pageHelp}
            value={plan.page === true}
            onChange={(page) => set({ page: page ? true : undefined })}
          />
          <TextField
            label={t.cacheSeconds}
            help={t.cacheHelp}
            type="number"
            min={1}
            max={planBounds.cacheSeconds}
            value={ttl === undefined ? '' : String(ttl)}
            onChange={(text) => set({ cache: text === '' ? undefined : { ttl: Number(text) } })}
          />
        </>
      ) : (
        <Checkbox
          label={t.transaction}
          help={t.transactionHelp}
          value={plan.transaction === true}
          onChange={(transaction) => set({ transaction: transaction ? true : undefined })}
        />
      )}
      {error ? (
        <Text tone="danger" size="sm" role="alert" tabIndex={-1}>
          {error}
        </Text>
      ) : null}
    </>
  )
}
