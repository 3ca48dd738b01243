import type { UsageGroup } from '@millwright/contract/wire/usage'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useServiceList } from '../../../instance/service-list.ts'
import { Ranking, type UsageGroupFigures } from '../../../widgets/charts/usage/ranking.tsx'
import usage from '../../../widgets/charts/usage/usage.module.css'
import { type UsageOf, usageQuery } from '../../../widgets/charts/usage/usage-query.ts'
import type { UsageRange } from '../../../widgets/charts/usage/usage-range.ts'
import { groupName } from '../../../widgets/charts/usage/usage-words.ts'
import { useOpenTabs } from '../../../widgets/records/open-tabs/open-tabs.ts'
import { commonWords } from '../../../words/messages.ts'
import { t } from '../messages.ts'
import { tablesOf } from './tables-of.ts'

interface BusiestProps {
  range: UsageRange
  of: UsageOf
}

const top = 6
/** Number of resources to load: records and lists of a table are separate ones, which are merged into tables. */
const resources = 50

/** The most frequent callers and resources in a range of time, and the reasons for rejected requests. */
export function Busiest({ range, of }: BusiestProps) {
  const services = useGroups('service', { range, of })
  const apps = useGroups('app', { range, of })
  const called = useGroups('resource', { range, of, top: resources })
  const reasons = useGroups('reason', { range, of: { ...of, outcome: 'refused' } })
  const known = useServiceList()?.services ?? []
  const open = new Set(useOpenTabs().map(({ path }) => path))
  const tables = tablesOf(called, top)
  const linkTo = (tab: string, to: string | null, words: ReactNode) =>
    to === null || !open.has(tab) ? words : <Link to={to}>{words}</Link>

  const serviceLink = (group: UsageGroupFigures) => {
    const id = known.find(({ name }) => name === group.group)?.id
    return linkTo('/services', id === undefined ? null : `/services/${id}?section=usage`, groupName('service', group))
  }
  const appLink = (group: UsageGroupFigures) =>
    linkTo('/apps', group.group_id === null ? null : `/apps/${group.group_id}?section=usage`, groupName('app', group))

  return (
    <div className={usage.rankings}>
      <Ranking
        title={commonWords.services}
        by="service"
        groups={services}
        empty={t.noServiceRequests}
        nameOf={serviceLink}
      />
      <Ranking title={commonWords.apps} by="app" groups={apps} empty={t.noAppRequests} nameOf={appLink} />
      <Ranking
        title={t.tables}
        by="table"
        groups={tables}
        empty={t.noTableRequests}
        nameOf={(group) => {
          const found = tables.find((one) => one.group === group.group)
          return found === undefined ? group.group : linkTo('/schema', tablePath(found), tableWords(found))
        }}
      />
      <Ranking
        title={t.refusedAndWhy}
        by="reason"
        groups={reasons.filter(({ requests }) => requests > 0)}
        empty={t.noRefusedRequests}
        plain
      />
    </div>
  )
}

function tablePath({ service, table }: { service: string; table: string }): string {
  return `/schema/${encodeURIComponent(service)}/table/${encodeURIComponent(table)}`
}

function tableWords({ service, table }: { service: string; table: string }): ReactNode {
  return (
    <>
      {table} <span className={usage.of}>{service}</span>
    </>
  )
}

function useGroups(by: UsageGroup, question: BusiestProps & { top?: number }): readonly UsageGroupFigures[] {
  const { data } = useQuery(usageQuery({ top, ...question, by }))
  return data?.meta.groups ?? []
}
