import { apiPrefix } from '@millwright/contract/headers'
import type { AccessExplanation, HypotheticalRequest } from '@millwright/contract/wire/access-explanation'
import { useQuery } from '@tanstack/react-query'
import { hasFeature, useEnvironment } from '../../instance/environment.ts'
import { send } from '../../instance/send.ts'
import { serverMessages } from '../../instance/server-sentences.ts'
import { Banner } from '../../ui/banner.tsx'
import { useDebouncedValue } from '../../ui/use-settled.ts'
import { t } from './opened/messages.ts'
import type { TaskDraft } from './task-draft.ts'

/** Milliseconds without a change before the access check is requested. */
const pause = 400

/** Warns that a task will fail, and why, if its caller lacks access. Renders nothing if access is allowed or unknown. */
export function TaskAccess({ id, draft, service }: { id: number | null; draft: TaskDraft; service: string | null }) {
  const explains = hasFeature(useEnvironment(), 'explain-access')
  const asked = useDebouncedValue(JSON.stringify(supposedTask(id, draft, service)), pause)
  const { data } = useQuery({
    queryKey: ['access-explanation', 'task', asked],
    queryFn: async ({ signal }) => {
      const call = { verb: 'POST', path: 'system/access_explanation', evenLocked: true, signal } as const
      const [{ data: told }] = await Promise.all([
        send<AccessExplanation>({ ...call, body: JSON.parse(asked) }),
        serverMessages.load(),
      ])
      return told
    },
    enabled: explains && asked !== 'null',
    retry: false,
    gcTime: 0,
  })
  const ownRights = draft.app_id === null && draft.user_id === null
  if (asked === 'null' || !data || data.allowed || (ownRights && data.decided_by !== 'author')) return null
  return (
    <Banner
      tone="warning"
      title={data.status === null ? t.willBeRefused : t.refusalPreview({ status: String(data.status) })}
    >
      {data.message === null ? null : serverMessages.say(data.message)}
    </Banner>
  )
}

/** The request that a task would make, for an access check; `null` if the task is not complete enough to check. */
export function supposedTask(id: number | null, draft: TaskDraft, service: string | null): HypotheticalRequest | null {
  const { app_id, user_id, component, verb } = draft
  if (service === null || (app_id === null && user_id === null && id === null)) return null
  const path = component.replace(/\?.*$/, '').replace(/\*$/, '')
  return {
    user_id: user_id?.id ?? null,
    app_id: app_id?.id ?? null,
    verb,
    path: `${apiPrefix}/${service}/${path}`,
    requestor: 'API',
    ...(id !== null && { task_id: id }),
  }
}
