import type { Consent, ConsentDecision } from '@millwright/contract/records/connected-client'
import { useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Stack } from '../../ui/layout.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Text } from '../../ui/text.tsx'
import { clientPlace } from '../../widgets/access/connected-clients/client-place.ts'
import { commonWords } from '../../words/messages.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import styles from './consent.module.css'
import { t } from './messages.ts'

interface ConsentFormProps {
  consent: Consent
  problem: string | null
  /** The person's decision while it is being sent. */
  deciding: ConsentDecision['decision'] | null
  onDecide: (answer: Omit<ConsentDecision, 'request'>) => void
}

const usualDays = 30

/** What a client requests and who is asked; the person chooses how much to allow, which is read access by default. */
export function ConsentForm({ consent, problem, deciding, onDecide }: ConsentFormProps) {
  const { service, client, person, administrator, role, scopes } = consent
  const [more, setMore] = useState<ReadonlySet<string>>(new Set())
  const [days, setDays] = useState(consent.days.includes(usualDays) ? usualDays : (consent.days[0] ?? usualDays))
  const powerless = !administrator && role === null
  const toggle = (scope: string, on: boolean) => {
    const next = new Set(more)
    if (on) next.add(scope)
    else next.delete(scope)
    setMore(next)
  }

  return (
    <Stack
      as="form"
      gap={4}
      onSubmit={(event) => {
        event.preventDefault()
        onDecide({ decision: 'allow', scopes: ['mcp:read', ...more], days })
      }}
    >
      <Stack as="header" gap={1}>
        <Text as="h1" size="xl" breakAnywhere>
          {t.connect({ name: client.name })}
        </Text>
        <Text tone="muted">{t.asksForAccess({ service: () => <strong>{service.label}</strong> })}</Text>
      </Stack>
      {problem ? <Banner tone="danger">{problem}</Banner> : null}
      {powerless ? <Banner tone="warning">{t.noSuitableRole}</Banner> : null}
      <dl className={styles.facts}>
        {consent.code ? <Fact term={commonWords.code} value={consent.code} /> : null}
        <Fact term={t.you} value={person.email} />
        <Fact term={t.rights} value={administrator ? t.administratorEverything : (role ?? t.none)} />
        <Fact term={tabWords.service} value={service.name} />
        <Fact term={t.redirectsLabel} value={clientPlace(client.destination)} />
        <Fact
          term={tabWords.name}
          value={client.verified_by === null ? t.notVerified : t.verifiedByClient({ name: client.verified_by })}
        />
      </dl>
      <Stack as="fieldset" gap={3} className={styles.rights}>
        <Text as="legend" weight="medium" size="sm">
          {t.itMay}
        </Text>
        <Checkbox label={t.readScope} value disabled onChange={() => undefined} />
        {scopes
          .filter((scope) => scope !== 'mcp:read')
          .map((scope) => (
            <Checkbox
              key={scope}
              label={rights[scope]?.label ?? scope}
              help={rights[scope]?.help}
              value={more.has(scope)}
              onChange={(on) => toggle(scope, on)}
            />
          ))}
      </Stack>
      <SelectField
        label={t.forHowLong}
        value={String(days)}
        options={consent.days.map((each) => ({ value: String(each), label: t.days({ count: each }) }))}
        onChange={(value) => setDays(Number(value))}
      />
      <Stack gap={2}>
        <Button
          type="submit"
          variant="primary"
          wide
          loading={deciding === 'allow'}
          disabledReason={powerless && t.roleNeeded}
        >
          {t.allow}
        </Button>
        <Button wide loading={deciding === 'deny'} onClick={() => onDecide({ decision: 'deny' })}>
          {t.doNotAllow}
        </Button>
      </Stack>
      <Text tone="faint" size="sm">
        {consent.code ? t.deviceWarning : t.clientWarning({ name: client.name })} {t.revokeHelp}
      </Text>
    </Stack>
  )
}

function Fact({ term, value }: { term: string; value: string }) {
  return (
    <>
      <Text as="dt" tone="muted">
        {term}
      </Text>
      <dd>{value}</dd>
    </>
  )
}

const rights: Readonly<Record<string, { label: string; help: string }>> = {
  'mcp:write': {
    label: t.writeScope,
    help: t.writeScopeHelp,
  },
  'mcp:admin': {
    label: t.administerThisInstance,
    help: t.adminScopeHelp,
  },
}
