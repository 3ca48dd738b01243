import type { Consent, ConsentDecision } from '@millwright/contract/wire/consent'
import { useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Stack } from '../../ui/layout.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Text } from '../../ui/text.tsx'
import styles from './consent.module.css'

interface ConsentFormProps {
  consent: Consent
  problem: string | null
  /** What the person has chosen, while it is on its way. */
  deciding: ConsentDecision['decision'] | null
  onDecide: (answer: Omit<ConsentDecision, 'request'>) => void
}

const usualDays = 30

/** What a client asks for, whom it asks, and how much of it the person allows: reading alone, unless they say more. */
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
          Connect {client.name}?
        </Text>
        <Text tone="muted">
          It asks for access to <strong>{service.label}</strong> in your name.
        </Text>
      </Stack>
      {problem ? <Banner tone="danger">{problem}</Banner> : null}
      {powerless ? (
        <Banner tone="warning">You have no role that allows anything here. Ask an administrator for one.</Banner>
      ) : null}
      <dl className={styles.facts}>
        {consent.code ? <Fact term="Code" value={consent.code} /> : null}
        <Fact term="You" value={person.email} />
        <Fact term="Rights" value={administrator ? 'Administrator: everything' : (role ?? 'None')} />
        <Fact term="Service" value={service.name} />
        <Fact term="Answers to" value={client.destination} />
        <Fact
          term="Name"
          value={client.verified_by === null ? 'Not verified' : `Vouched for by ${client.verified_by}`}
        />
      </dl>
      <Stack as="fieldset" gap={3} className={styles.rights}>
        <Text as="legend" weight="medium" size="sm">
          It may
        </Text>
        <Checkbox label="Read what you may read" value disabled onChange={() => undefined} />
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
        label="For how long"
        value={String(days)}
        options={consent.days.map((each) => ({ value: String(each), label: lengths[each] ?? `${each} days` }))}
        onChange={(value) => setDays(Number(value))}
      />
      <Stack gap={2}>
        <Button
          type="submit"
          variant="primary"
          wide
          loading={deciding === 'allow'}
          disabledReason={powerless && 'Without a role there is nothing to allow.'}
        >
          Allow
        </Button>
        <Button wide loading={deciding === 'deny'} onClick={() => onDecide({ decision: 'deny' })}>
          Do not allow
        </Button>
      </Stack>
      <Text tone="faint" size="sm">
        {consent.code
          ? 'Allow this only if your own device shows this code now. If somebody sent it to you, they would get in.'
          : `Allow this only if you have just asked ${client.name} to connect.`}{' '}
        You can end it at any time in your profile.
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
    label: 'Change what you may change',
    help: 'Create, update and delete, as far as the service allows it.',
  },
  'mcp:admin': { label: 'Administer this instance', help: 'Services, roles, apps and people, as far as you may.' },
}

const lengths: Readonly<Record<number, string>> = { 1: '1 day', 7: '1 week', 365: '1 year' }
