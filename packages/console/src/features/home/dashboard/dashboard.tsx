import { IconAlertTriangle, IconChartBar, IconChevronRight, IconCircleCheck, IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useUser } from '../../../instance/browser-session.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { RelativeDate } from '../../../ui/relative-date.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Text } from '../../../ui/text.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { RangePicker, useRange } from '../../../widgets/charts/usage/range-picker.tsx'
import usage from '../../../widgets/charts/usage/usage.module.css'
import { UsageCharts } from '../../../widgets/charts/usage/usage-charts.tsx'
import { type UsageOf, usageQuery } from '../../../widgets/charts/usage/usage-query.ts'
import { rangeWords } from '../../../widgets/charts/usage/usage-range.ts'
import { UsageTiles } from '../../../widgets/charts/usage/usage-tiles.tsx'
import { CommandItem } from '../../../widgets/code/commands/command-list.tsx'
import { LoadFailure } from '../../../widgets/records/load-failure/load-failure.tsx'
import { instanceApi, keyCommand, noKey } from '../commands.ts'
import home from '../home.module.css'
import { t } from '../messages.ts'
import { Busiest } from './busiest.tsx'
import styles from './dashboard.module.css'
import { type Troubles, useProblems } from './use-troubles.ts'

/** The state of the platform: current problems, and the requests in a range of time. */
export function Dashboard() {
  const [range, setRange] = useRange()
  const [withOwn, setWithOwn] = useOwnCalls()
  const of: UsageOf = withOwn ? {} : { own: 0 }
  const { data, error, dataUpdatedAt, isPlaceholderData, refetch } = useQuery(usageQuery({ of, range }))
  const troubles = useProblems()
  const total = data?.meta.total
  return (
    <Stack as="section" gap={3} aria-label={t.dashboard}>
      <CurrentProblems troubles={troubles} />
      <Row gap={4} rowGap={2} wrap justify="between" className={styles.head}>
        <h2>{t.usage}</h2>
        <Row gap={4} rowGap={2} wrap>
          <Checkbox label={t.includeConsoleRequests} value={withOwn} onChange={setWithOwn} />
          <RangePicker value={range} onChange={setRange} />
        </Row>
      </Row>
      <VisuallyHidden as="p" role="status">
        {total && !isPlaceholderData
          ? t.inShort({
              range: rangeWords(range),
              requests: total.requests,
              errors: total.errors,
              refused: total.refused,
              limited: total.limited,
            })
          : ''}
      </VisuallyHidden>
      {error && !data ? (
        <LoadFailure error={error} text={t.usageFailed} onRetry={() => void refetch()} />
      ) : (
        <>
          <UsageTiles meta={data?.meta ?? null} range={range} />
          {data === undefined ? (
            <div className={usage.waiting} aria-busy="true">
              <Skeleton lines={6} />
            </div>
          ) : data.meta.total.requests === 0 && !isPlaceholderData ? (
            <NoRequests />
          ) : (
            <>
              <UsageCharts answer={data} at={dataUpdatedAt} stale={isPlaceholderData} />
              <Busiest range={range} of={of} />
            </>
          )}
          {data && data.meta.other > 0 ? (
            <Text tone="muted" size="sm">
              {t.withoutTableCount({ count: data.meta.other })}
            </Text>
          ) : null}
        </>
      )}
    </Stack>
  )
}

/** Whether requests that manage the instance are counted, too; in the address as `?own=1`. */
function useOwnCalls(): readonly [boolean, (own: boolean) => void] {
  const navigate = useNavigate()
  const search: { own?: unknown } = useSearch({ strict: false })
  const choose = (own: boolean) =>
    void navigate({
      to: '.',
      search: (now: object) => ({ ...now, own: own ? 1 : undefined }),
      replace: true,
      resetScroll: false,
    })
  return [String(search.own) === '1', choose]
}

/** Shown instead of figures while there are none: their purpose, and a first request. */
function NoRequests() {
  const user = useUser()
  if (!user) return null
  const command = keyCommand({ api: instanceApi(), email: user.email, isAdmin: user.is_sys_admin }, noKey)
  return (
    <div className={styles.none}>
      <EmptyState icon={<IconChartBar />} title={t.noRequestsPeriod}>
        {t.usageEmptyHelp}
      </EmptyState>
      <ul className={styles.command}>
        <CommandItem command={command} />
      </ul>
      <Text tone="muted" size="sm">
        {t.usageDelayHelp}
      </Text>
    </div>
  )
}

/** Number of problems shown initially. */
const first = 5

/** Current problems, each with a link to where it is fixed. */
function CurrentProblems({ troubles: { found, looking } }: { troubles: Troubles }) {
  const [all, setAll] = useState(false)
  const shown = all ? found : found.slice(0, first)
  if (found.length === 0)
    return (
      <div className={classNames(home.framed, styles.calm)} aria-busy={looking || undefined}>
        {looking ? (
          <Skeleton />
        ) : (
          <>
            <Text as="span" tone="success">
              <IconCircleCheck size={18} aria-hidden="true" />
            </Text>
            {t.nothingIsWrong}
          </>
        )}
      </div>
    )
  return (
    <section className={classNames(home.framed, styles.troubles)} aria-label={t.wrongNow}>
      <ul>
        {shown.map(({ id, weight, what, why, to, search = {}, since }) => (
          <li key={id}>
            <Link className={styles.trouble} to={to} search={search}>
              <Text as="span" tone={weight === 'note' ? 'muted' : 'danger'}>
                {weight === 'note' ? <IconMail aria-hidden="true" /> : <IconAlertTriangle aria-hidden="true" />}
              </Text>
              <span className={styles.troubleWords}>
                <strong>{what}</strong> <span title={why}>{why}</span>
              </span>
              {since === null ? null : (
                <Text as="span" tone="muted" size="sm" nowrap>
                  <RelativeDate value={since} />
                </Text>
              )}
              <IconChevronRight className={styles.onwards} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
      {found.length > first ? (
        <Button variant="quiet" size="small" onClick={() => setAll(!all)}>
          {all ? t.showFewer : t.showAll({ count: found.length })}
        </Button>
      ) : null}
    </section>
  )
}
