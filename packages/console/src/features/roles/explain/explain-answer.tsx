import type {
  AccessExplanation,
  ConsideredRule,
  HypotheticalRequest,
} from '@millwright/contract/wire/access-explanation'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { messageOf } from '../../../instance/instance-error.ts'
import { send } from '../../../instance/send.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Text } from '../../../ui/text.tsx'
import { tabWords } from '../../../words/tabs/messages.ts'
import { t } from '../opened/messages.ts'
import styles from './explain.module.css'
import { reasonOf, roleOf, ruleText } from './explain-words.ts'
import { ruleReason } from './rule-reason.ts'

interface ExplainAnswerProps {
  call: HypotheticalRequest
  /** Incremented to load the explanation again, as roles may have changed meanwhile. */
  times?: number
}

/** Whether the request is allowed, what decided, and why the other rules did not. */
export function ExplainAnswer({ call: body, times = 0 }: ExplainAnswerProps) {
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['access-explanation', body, times],
    queryFn: async ({ signal }) => {
      // Explaining changes nothing, so it is allowed while the console is read-only.
      const call = { verb: 'POST', path: 'system/access_explanation', body, evenLocked: true, signal } as const
      return (await send<AccessExplanation>(call)).data
    },
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
  if (error)
    return (
      <Banner tone="danger" title={t.explainFailed}>
        {messageOf(error)}
      </Banner>
    )
  if (!data) return <Skeleton lines={4} />
  const { considered = [], decided_by } = data
  const closest = considered.filter(({ decides }) => decides)
  return (
    <Stack as="section" gap={4} className={styles.answer} aria-label={t.explanation} aria-busy={isPlaceholderData}>
      <Verdict explanation={data} />
      <Rules title={decided_by === 'rules' ? t.decidingRule : t.closestRules} rules={closest} call={body} />
      <Rules title={t.otherRules} rules={considered.filter(({ decides }) => !decides)} call={body} />
    </Stack>
  )
}

function Verdict({ explanation }: { explanation: AccessExplanation }) {
  const { allowed, status, message, role, allowed_verbs, row_filter } = explanation
  return (
    <>
      <Banner
        tone={allowed ? 'success' : 'danger'}
        title={allowed ? t.allowed : status === null ? t.refused : t.refusedStatus({ status: String(status) })}
      >
        <p>{reasonOf(explanation)}</p>
        {message ? <p>{t.callerGets({ message })}</p> : null}
      </Banner>
      <Row as="dl" gap={6} rowGap={3} align="stretch" wrap className={styles.facts}>
        {role ? (
          <div>
            <dt>{tabWords.role}</dt>
            <dd>
              {role.given_by === 'draft' ? role.name : <Link to={`/roles/${role.id}`}>{role.name}</Link>},{' '}
              {roleOf(explanation)}
            </dd>
          </div>
        ) : null}
        <div>
          <dt>{t.verbsAllowedHere}</dt>
          <dd>{allowed_verbs.join(', ') || t.noVerbsAllowed}</dd>
        </div>
        {row_filter ? (
          <div>
            <dt>{t.rowCondition}</dt>
            <Text as="dd" size="sm" mono breakAnywhere>
              {row_filter.filters
                .map(({ name, operator, value }) => [name, operator, value ?? ''].join(' ').trim())
                .join(` ${row_filter.filter_op} `)}
            </Text>
          </div>
        ) : null}
      </Row>
    </>
  )
}

/** Number of rules shown initially. */
const first = 50

interface RulesProps {
  title: string
  rules: readonly ConsideredRule[]
  call: HypotheticalRequest
}

function Rules({ title, rules, call }: RulesProps) {
  const [shown, setShown] = useState(first)
  if (rules.length === 0) return null
  return (
    <Stack as="section" gap={2} className={styles.rules}>
      <h3>
        {title}{' '}
        <Text as="span" tone="faint" weight="regular">
          {rules.length}
        </Text>
      </h3>
      <ol>
        {rules.slice(0, shown).map((rule) => (
          <li key={rule.id}>
            <Text as="span" size="sm" mono breakAnywhere>
              {ruleText(rule)}
            </Text>
            {rule.filters?.length ? <Badge>{t.filters({ count: rule.filters.length })}</Badge> : null}
            <span className={styles.because}>{ruleReason(rule, call)}</span>
          </li>
        ))}
      </ol>
      {rules.length > shown ? (
        <div>
          <Button size="small" onClick={() => setShown(shown + 10 * first)}>
            {t.showMore}
          </Button>
        </div>
      ) : null}
    </Stack>
  )
}
