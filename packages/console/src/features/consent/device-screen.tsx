import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { messageOf } from '../../instance/instance-error.ts'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { commonWords } from '../../words/messages.ts'
import { ConsentForm } from './consent-form.tsx'
import { consentOf, Decided, useDecision } from './consent-screen.tsx'
import { t } from './messages.ts'

/** The page on which people type the code of a device that has no browser, and decide what it may do for them. */
export function DeviceScreen() {
  const { searchStr } = useLocation()
  const queryClient = useQueryClient()
  const [code, setCode] = useState(() => new URLSearchParams(searchStr).get('code') ?? '')
  const lookup = useMutation({
    mutationFn: (user_code: string) => queryClient.fetchQuery({ ...consentOf({ user_code }), staleTime: 0 }),
  })
  const decision = useDecision()

  if (decision.isSuccess) return <Decided allowed={decision.variables.decision === 'allow'} />
  if (lookup.data !== undefined) {
    const { request } = lookup.data
    return (
      <ConsentForm
        consent={lookup.data}
        problem={decision.error === null ? null : messageOf(decision.error)}
        deciding={decision.isPending ? decision.variables.decision : null}
        onDecide={(answer) => decision.mutate({ request, ...answer })}
      />
    )
  }
  return (
    <Stack
      as="form"
      gap={4}
      onSubmit={(event) => {
        event.preventDefault()
        lookup.mutate(code)
      }}
    >
      <Stack as="header" gap={1}>
        <Text as="h1" size="xl">
          {t.connectADevice}
        </Text>
        <Text tone="muted">{t.deviceCodeHelp}</Text>
      </Stack>
      <TextField
        label={commonWords.code}
        value={code}
        error={lookup.error === null ? null : messageOf(lookup.error)}
        onChange={setCode}
        autoComplete="off"
        maxLength={40}
        spellCheck={false}
        autoFocus
        mono
        required
      />
      <Button
        type="submit"
        variant="primary"
        wide
        loading={lookup.isPending}
        disabledReason={code.trim() === '' && t.deviceCodeMissing}
      >
        {t.continue}
      </Button>
    </Stack>
  )
}
