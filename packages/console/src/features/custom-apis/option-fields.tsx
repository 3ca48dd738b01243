import { planBounds } from '@millwright/contract/records/execution-plan'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Text } from '../../ui/text.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { t } from './messages.ts'
import type { EndpointDraft } from './plan/endpoint-draft.ts'
import { withMembers } from './plan/members.ts'

interface OptionFieldsProps {
  plan: EndpointDraft['plan']
  error: string | undefined
  onChange: (plan: EndpointDraft['plan']) => void
}

/** Paging and caching of an endpoint that reads. */
export function OptionFields({ plan, error, onChange }: OptionFieldsProps) {
  const set = (change: object) => onChange(withMembers(plan, change))
  const { ttl } = plan.cache ?? {}
  return (
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
      {error ? (
        <Text tone="danger" size="sm" role="alert" tabIndex={-1}>
          {error}
        </Text>
      ) : null}
    </>
  )
}
