import type { UsageFigures, UsageGroup, UsageGroupKey } from '@millwright/contract/wire/usage'
import { type ReactNode, useId } from 'react'
import { durationWords } from '../../../language/duration-words.ts'
import { Stack } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import { tabWords } from '../../../words/tabs/messages.ts'
import { shareWords, shortNumber, wholeNumber } from '../chart/chart-words.ts'
import { t } from './messages.ts'
import styles from './usage.module.css'
import { groupName } from './usage-words.ts'

export type UsageGroupFigures = UsageGroupKey & UsageFigures

interface RankingProps {
  title: string
  /** `table`: resources grouped by table. */
  by: UsageGroup | 'table'
  groups: readonly UsageGroupFigures[]
  /** Shown if there are no groups. */
  empty: string
  /** Renders a group's name, for example as a link. */
  nameOf?: (group: UsageGroupFigures) => ReactNode
  /** Shows only the number of requests, for titles that already state the outcome. */
  plain?: boolean
}

/** The groups with the most requests, and their outcomes. */
export function Ranking({ title, by, groups, empty, nameOf, plain = false }: RankingProps) {
  const heading = useId()
  const most = Math.max(1, ...groups.map(({ requests }) => requests))
  const all = groups.reduce((sum, { requests }) => sum + requests, 0)
  return (
    <Stack as="section" gap={2} className={styles.panel} aria-labelledby={heading}>
      <h3 id={heading}>{title}</h3>
      {groups.length === 0 ? (
        <Text tone="muted" size="sm">
          {empty}
        </Text>
      ) : (
        <table className={styles.groups}>
          <thead>
            <tr>
              <th scope="col">{headings[by] ?? by}</th>
              <th scope="col">{t.requests}</th>
              {plain ? (
                <th scope="col">{t.share}</th>
              ) : (
                <>
                  <th scope="col">{t.errors}</th>
                  <th scope="col" className={styles.wideOnly}>
                    <span title={t.p95Help}>p95</span>
                  </th>
                </>
              )}
            </tr>
          </thead>
          <tbody>
            {groups.map((group) => (
              <tr key={`${group.group_id} ${group.group}`}>
                <th scope="row">
                  <span className={styles.share} style={{ '--part': group.requests / most }} aria-hidden="true" />
                  <span className={styles.groupName} title={groupName(by, group)}>
                    {nameOf?.(group) ?? groupName(by, group)}
                  </span>
                </th>
                <td title={wholeNumber(group.requests)}>{shortNumber(group.requests)}</td>
                {plain ? (
                  <td>{shareWords(group.requests, all)}</td>
                ) : (
                  <>
                    <Text as="td" {...(group.errors > 0 && { tone: 'danger' as const })}>
                      {group.errors === 0 ? '0' : shareWords(group.errors, group.requests)}
                    </Text>
                    <td className={styles.wideOnly}>{group.p95_ms === null ? '–' : durationWords(group.p95_ms)}</td>
                  </>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Stack>
  )
}

const headings: Partial<Readonly<Record<UsageGroup | 'table', string>>> = {
  table: tabWords.table,
  service: tabWords.service,
  resource: t.resource,
  verb: tabWords.verb,
  app: tabWords.app,
  user: tabWords.user,
  role: tabWords.role,
  reason: t.reason,
  outcome: t.outcome,
  client: t.program,
}
