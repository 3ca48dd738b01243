import type { ConsentDecision } from '@millwright/contract/records/connected-client'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { messageOf } from '../../instance/instance-error.ts'
import { send } from '../../instance/send.ts'
import { Banner } from '../../ui/banner.tsx'
import { Stack } from '../../ui/layout.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Text } from '../../ui/text.tsx'
import { ConsentForm } from './consent-form.tsx'
import { t } from './messages.ts'

/** The page to which clients redirect people who decide what the client may do for them. */
export function ConsentScreen() {
  const { searchStr } = useLocation()
  const [request] = useState(() => new URLSearchParams(searchStr).get('request') ?? '')
  const query = useQuery({ ...consentOf({ request }), refetchOnWindowFocus: false })
  const decision = useDecision()

  if (decision.isSuccess) return <Decided allowed={decision.variables.decision === 'allow'} />
  if (query.data !== undefined) {
    return (
      <ConsentForm
        consent={query.data}
        problem={decision.error === null ? null : messageOf(decision.error)}
        deciding={decision.isPending ? decision.variables.decision : null}
        onDecide={(answer) => decision.mutate({ request, ...answer })}
      />
    )
  }
  if (query.error === null) return <Skeleton lines={6} />
  return (
    <Stack gap={4}>
      <Text as="h1" size="xl">
        {t.nothingToDecide}
      </Text>
      <Banner tone="danger">{messageOf(query.error)}</Banner>
    </Stack>
  )
}

/** Loads a consent request: by the `request` that a client passed, or by the code that a device shows. */
export function consentOf(params: { request: string } | { user_code: string }) {
  return queryOptions({
    queryKey: ['consent', params],
    queryFn: async ({ signal }) => (await send({ verb: 'GET', path: 'user/consent', params, signal })).data,
  })
}

/** Sends the decision, and redirects the browser if the client waits for it there. */
export function useDecision() {
  return useMutation({
    mutationFn: async (body: ConsentDecision) =>
      (await send({ verb: 'POST', path: 'user/consent', body })).data.location,
    onSuccess: (location) => {
      if (location !== null) window.location.assign(location)
    },
  })
}

/** Shown after the decision if it went to a program or a device, to which the browser is not redirected. */
export function Decided({ allowed }: { allowed: boolean }) {
  return (
    <Stack gap={2} role="status">
      <Text as="h1" size="xl">
        {allowed ? t.allowed : t.notAllowed}
      </Text>
      <Text tone="muted">{t.returnToClient}</Text>
    </Stack>
  )
}
