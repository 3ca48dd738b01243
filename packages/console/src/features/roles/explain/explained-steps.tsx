import type { ExplainedEndpoint, ExplainedRights, ExplainedStep } from '@millwright/contract/wire/access-explanation'
import { Link } from '@tanstack/react-router'
import { Badge } from '../../../ui/badge.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import look from '../../../ui/lines.module.css'
import { Text } from '../../../ui/text.tsx'
import { t } from '../opened/messages.ts'
import styles from './explain.module.css'
import { ruleText } from './explain-words.ts'

/** The steps of a custom API's endpoint, for each of which caller and author need the rights. */
export function ExplainedSteps({ endpoint: { method, path, author, steps } }: { endpoint: ExplainedEndpoint }) {
  return (
    <Stack as="section" gap={2} className={styles.rules}>
      <h3>{t.endpointSteps({ endpoint: `${method} ${path}` })}</h3>
      <Text size="sm" tone="muted">
        {author === null ? t.authorUnrestricted : t.authorNamed({ name: author.name ?? `#${author.id}` })}
      </Text>
      <Stack as="ol" className={look.lines}>
        {steps.map((step) => (
          <li key={step.step}>
            <Row gap={2} wrap>
              <Text as="span" size="sm" weight="strong" breakAnywhere>
                {step.step}
              </Text>
              <Badge tone={step.allowed ? 'success' : 'danger'}>{step.allowed ? t.allowed : t.refused}</Badge>
              {step.always ? null : <Badge>{t.stepOptional}</Badge>}
            </Row>
            <Text as="span" size="sm" mono breakAnywhere>
              {step.verb} {step.service}/{step.component}
            </Text>
            <span className={styles.because}>{step.requestor === 'SCRIPT' ? t.stepAsScript : t.stepAsClient}</span>
            <Rights who={t.callerWord} rights={step.caller} step={step} />
            {step.author === null ? null : <Rights who={t.authorWord} rights={step.author} step={step} />}
          </li>
        ))}
      </Stack>
    </Stack>
  )
}

/** What the role of the caller or the author says, and by which rows. */
function Rights({ who, rights, step }: { who: string; rights: ExplainedRights; step: ExplainedStep }) {
  const { allowed, decided_by, role, rules } = rights
  return (
    <span className={styles.because}>
      {who}
      {role ? (
        <>
          {' ('}
          <Link to={`/roles/${role.id}`} preload={false}>
            {role.name}
          </Link>
          )
        </>
      ) : null}
      {': '}
      {decided_by === 'sysadmin'
        ? t.callerIsUnrestricted
        : decided_by === 'role'
          ? t.reasonNoRole
          : decided_by === 'public'
            ? t.reasonPublic
            : allowed
              ? t.stepAllowed({ verb: step.verb })
              : t.stepRefused({ verb: step.verb })}
      {rules.map((rule) => (
        <Text as="span" size="sm" mono breakAnywhere key={rule.id}>
          {' '}
          {ruleText(rule)}
        </Text>
      ))}
    </span>
  )
}
