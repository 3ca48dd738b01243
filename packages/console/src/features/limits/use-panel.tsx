import { type LimitPeriod, limitPeriods } from '@millwright/contract/records/limit'
import { IconRotate } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../instance/instance-error.ts'
import { useWriteBlock } from '../../instance/instance-profile.ts'
import { dateWords } from '../../language/date-words.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'
import { namesQuery, userSource } from '../../widgets/records/record-picker/record-source.ts'
import type { LimitRecord } from './limit-draft.ts'
import { type LimitCounters, type Sample, singleCounter, userOf, useSamples, usesQuery } from './limit-use.ts'
import { perPeriod, scopeOf } from './limit-words.ts'
import { clearOne, UsageBar } from './limits-list.tsx'
import { limitMessages } from './messages.ts'
import { t } from './opened/messages.ts'
import styles from './use-panel.module.css'

/** The usage of a limit: its counter over time or, for a limit on each user, the usage of each. */
export function UsagePanel({ limit }: { limit: LimitRecord & { readonly id: number } }) {
  const queryClient = useQueryClient()
  const writeBlock = useWriteBlock()
  const { data, error } = useQuery(usesQuery(limit.id, limit.limit_cache_by_limit_id))
  const samples = useSamples(limit.id)
  const each = scopeOf(limit.type ?? '')?.user === 'each'
  const use = each ? null : singleCounter(data)
  const per = perPeriod(limit.period)
  return (
    <Stack gap={4}>
      {error ? (
        <Banner tone="warning" title={t.countersFailed}>
          {messageOf(error)}
        </Banner>
      ) : null}
      <Row gap={3} justify="between" wrap>
        <div className={styles.now}>
          {use ? <UsageBar use={use} label={t.periodUsage} /> : null}
          <Text as="span" tone="muted" size="sm">
            {each ? t.eachUserPer({ per }) : per}
          </Text>
        </div>
        <Button
          icon={<IconRotate />}
          disabledReason={writeBlock}
          onClick={() => void clearOne(queryClient, { ...limit })}
        >
          {limitMessages.resetCounter}
        </Button>
      </Row>
      {use ? <UsageChart samples={samples} max={use.max} period={limit.period ?? null} /> : null}
      {each ? <UserUses uses={data ?? []} /> : null}
    </Stack>
  )
}

/** Maximum number of listed users, by usage. */
const most = 20

/** The usage of each user, highest first. */
function UserUses({ uses }: { uses: LimitCounters }) {
  const used = uses.filter(({ attempts }) => attempts > 0).toSorted((a, b) => b.attempts - a.attempts)
  const shown = used.slice(0, most).map((use) => ({ ...use, user: userOf(use) }))
  const { data: names } = useQuery(
    namesQuery(
      userSource,
      shown.flatMap(({ user }) => (user === null ? [] : [user])),
    ),
  )
  if (shown.length === 0)
    return (
      <Text tone="muted" size="sm">
        {t.noneOfUsers({ count: uses.length })}
      </Text>
    )
  return (
    <>
      <Stack as="ul" gap={2} className={styles.users} aria-label={t.useByUser}>
        {shown.map(({ key, user, ...use }) => {
          const name = user === null ? key : (names?.get(user) ?? `#${user}`)
          return (
            <li key={key}>
              <Text as="span" truncate>
                {name}
              </Text>
              <UsageBar use={use} label={name} />
            </li>
          )
        })}
      </Stack>
      <Text tone="muted" size="sm">
        {used.length > most
          ? t.mostUsers({ used: used.length, all: uses.length, most })
          : t.usersCounted({ used: used.length, all: uses.length })}
      </Text>
    </>
  )
}

interface UseChartProps {
  samples: readonly Sample[]
  max: number
  period: string | null
}

/** A chart of a limit's usage against its maximum, since the page was loaded. */
function UsageChart({ samples, max, period }: UseChartProps) {
  const now = samples.at(-1)?.at ?? Date.now()
  const shape = chartShape(samples, { max, period, now })
  if (!shape)
    return (
      <Text tone="muted" size="sm">
        {t.chartHelp}
      </Text>
    )
  const since = dateWords(shape.from, 'clock')
  return (
    <figure>
      <div className={styles.plot}>
        <span className={styles.limitWord} style={{ '--at': `${(shape.limit / frame.height) * 100}%` }}>
          {t.limitLine({ max })}
        </span>
        <svg
          role="img"
          aria-label={t.chart({ since, peak: shape.peak, max })}
          viewBox={`0 0 ${frame.width} ${frame.height}`}
          preserveAspectRatio="none"
        >
          <path className={styles.area} d={shape.area} />
          <path className={styles.line} d={shape.line} />
          <path className={styles.limitLine} d={`M0 ${shape.limit}H${frame.width}`} />
        </svg>
      </div>
      <figcaption className={styles.times}>
        <span>{since}</span>
        <span>{t.peakValue({ peak: shape.peak, max })}</span>
        <span>{dateWords(now, 'clock')}</span>
      </figcaption>
    </figure>
  )
}

/** Maximum number of periods that the chart shows. */
const periodsBack = 10
/** Minimum time range in milliseconds, so that the first readings are not a vertical line. */
const shortest = 30_000

/** The height as a multiple of the highest line; leaves space for the label of the limit. */
const headroom = 1.15

/** Width and height of the coordinate system. */
const frame = { width: 1000, height: 200 }

interface ChartShape {
  /** SVG paths of the usage line and the area below it. */
  readonly line: string
  readonly area: string
  /** Y coordinate of the limit. */
  readonly limit: number
  /** Unix time of the left edge in milliseconds. */
  readonly from: number
  /** The highest visible usage. */
  readonly peak: number
}

/** Returns the usage of a limit over time as steps, as a counter is constant between requests. `null` until it was read twice. */
export function chartShape(
  samples: readonly Sample[],
  parts: { readonly max: number; readonly period: string | null; readonly now: number },
): ChartShape | null {
  const { max, period, now } = parts
  const earliest = now - periodsBack * (isPeriod(period) ? limitPeriods[period] : 60) * 1000
  const shown = samples.filter(({ at }) => at >= earliest)
  const [first] = shown
  if (first === undefined || shown.length < 2) return null
  const from = Math.min(first.at, now - shortest)
  const peak = Math.max(...shown.map(({ attempts }) => attempts))
  const top = Math.max(max, peak, 1) * headroom
  const x = (at: number) => round(((at - from) / Math.max(1, now - from)) * frame.width)
  const y = (attempts: number) => round(frame.height * (1 - attempts / top))
  const steps = shown.map(({ at, attempts }, index) =>
    index === 0 ? `M${x(at)} ${y(attempts)}` : `H${x(at)}V${y(attempts)}`,
  )
  const line = `${steps.join('')}H${frame.width}`
  return { line, area: `${line}V${frame.height}H${x(first.at)}Z`, limit: y(max), from, peak }
}

function isPeriod(period: string | null): period is LimitPeriod {
  return period !== null && Object.hasOwn(limitPeriods, period)
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
