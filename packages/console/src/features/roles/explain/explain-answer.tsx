import type {
  AccessExplanation,
  ConsideredRule,
  HypotheticalRequest,
} from '@millwright/contract/wire/access-explanation'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { messageOf } from '../../../instance/instance-error.ts'
import { useWriteBlock } from '../../../instance/instance-profile.ts'
import { send } from '../../../instance/send.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import look from '../../../ui/lines.module.css'
import { RelativeDate } from '../../../ui/relative-date.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Text } from '../../../ui/text.tsx'
import { useHoleClosing } from '../../../widgets/access/access-rules/one-grant.ts'
import { filterLine, type RowAccess, type RuledTable } from '../../../widgets/access/access-rules/row-access.ts'
import { RowFacts } from '../../../widgets/access/access-rules/row-facts.tsx'
import { tabWords } from '../../../words/tabs/messages.ts'
import { t } from '../opened/messages.ts'
import styles from './explain.module.css'
import { explainedRows, reasonOf, roleOf, ruleText } from './explain-words.ts'
import { ExplainedSteps } from './explained-steps.tsx'

interface ExplainAnswerProps {
  call: HypotheticalRequest
  /** Applies the row filter of a draft to all requests for a table; absent for stored roles, which are saved. */
  onCloseHole?: (place: RuledTable) => void
  /** Incremented to load the explanation again, as roles may have changed meanwhile. */
  times?: number
}

/** Whether the request is allowed, what decided, and why the other rules did not. */
export function ExplainAnswer({ call: body, onCloseHole, times = 0 }: ExplainAnswerProps) {
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
  const rows = explainedRows(data, body)
  const closest = considered.filter(({ decides }) => decides)
  return (
    <Stack as="section" gap={4} className={styles.answer} aria-label={t.explanation} aria-busy={isPlaceholderData}>
      <Verdict explanation={data} hasRows={rows !== null} />
      {rows ? <ExplainedRows {...rows} role={data.role} onCloseHole={onCloseHole} /> : null}
      {data.endpoint ? <ExplainedSteps endpoint={data.endpoint} /> : null}
      <Rules title={decided_by === 'rules' ? t.decidingRule : t.closestRules} rules={closest} call={body} />
      <Rules title={t.otherRules} rules={considered.filter(({ decides }) => !decides)} call={body} />
    </Stack>
  )
}

interface ExplainedRowsProps {
  access: RowAccess
  place: RuledTable
  role: AccessExplanation['role']
  onCloseHole: ((place: RuledTable) => void) | undefined
}

/** The rows of the table by all ways, whichever the request takes. */
function ExplainedRows({ access, place, role, onCloseHole }: ExplainedRowsProps) {
  const writeBlock = useWriteBlock()
  const { closing, close } = useHoleClosing({ id: role?.id ?? 0, name: role?.name ?? '' })
  const closes = onCloseHole ?? (role && role.given_by !== 'draft' ? close : null)
  return (
    <Stack as="section" gap={2}>
      <h3>{t.tableRowsTitle({ table: place.component.slice('_table/'.length) })}</h3>
      <RowFacts
        access={access}
        closing={closing}
        disabledReason={writeBlock}
        onClose={closes && (() => closes(place))}
      />
    </Stack>
  )
}

function Verdict({ explanation, hasRows }: { explanation: AccessExplanation; hasRows: boolean }) {
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
      <Row as="dl" gap={6} rowGap={3} align="stretch" wrap>
        {role ? (
          <div>
            <Text as="dt" tone="muted" size="sm">
              {tabWords.role}
            </Text>
            <dd>
              {role.given_by === 'draft' ? role.name : <Link to={`/roles/${role.id}`}>{role.name}</Link>},{' '}
              {roleOf(explanation)}
            </dd>
          </div>
        ) : null}
        <div>
          <Text as="dt" tone="muted" size="sm">
            {t.verbsAllowedHere}
          </Text>
          <dd>{allowed_verbs.join(', ') || t.noVerbsAllowed}</dd>
        </div>
        {row_filter && !hasRows ? (
          <div>
            <Text as="dt" tone="muted" size="sm">
              {t.rowCondition}
            </Text>
            <Text as="dd" size="sm" mono breakAnywhere>
              {filterLine({
                filters: row_filter.filters.map((each) => ({ ...each, value: each.value ?? '' })),
                filterOp: row_filter.filter_op,
              })}
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
      <Stack as="ol" className={look.lines}>
        {rules.slice(0, shown).map((rule) => (
          <li key={rule.granted === undefined ? rule.id : -rule.id}>
            <Text as="span" size="sm" mono breakAnywhere>
              {ruleText(rule)}
            </Text>
            {rule.filters?.length ? <Badge>{t.filters({ count: rule.filters.length })}</Badge> : null}
            {rule.granted === undefined ? null : (
              <Badge tone="success">
                {t.grantLabel({ until: () => <RelativeDate value={rule.granted?.until ?? ''} /> })}
              </Badge>
            )}
            <span className={styles.because}>{ruleReason(rule, call)}</span>
          </li>
        ))}
      </Stack>
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

/** Returns why a rule decides a request, or does not; a reason that this console does not know is shown as the server returned it. */
function ruleReason(rule: ConsideredRule, { verb, requestor, script }: HypotheticalRequest): string {
  const { service, component, because } = rule
  const tier = rule.tier ?? 'all'
  switch (rule.because_code) {
    case 'allows':
      return t.ruleAllows({ tier, verb })
    case 'denies':
      return t.ruleDenies({ tier, verb })
    case 'sysadmin':
      return t.callerIsUnrestricted
    case 'inactive_role':
      return t.reasonRoleInactive
    case 'public':
      return t.reasonPublic
    case 'closer_rule':
      return t.closerRuleDecides({ tier })
    case 'other_service':
      return t.ruleOtherService({ service: service ?? '' })
    case 'other_requestor':
      return (requestor ?? (script ? 'SCRIPT' : 'API')) === 'SCRIPT' ? t.ruleNotScripts : t.ruleNotClients
    case 'other_component':
      return t.ruleOtherComponent({ component: component ?? '' })
    default:
      return because
  }
}
