import type { PackagePlanLine } from '@millwright/contract/wire/package'
import { useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Text } from '../../ui/text.tsx'
import { commonWords } from '../../words/messages.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { packageMessages } from './messages.ts'
import styles from './packages.module.css'
import { useMore } from './use-more.tsx'

/** The plan or the result of an import. */
export type Outcome =
  | { readonly plan: readonly PackagePlanLine[]; readonly warnings: readonly string[] }
  | { readonly done: readonly string[]; readonly warnings: readonly string[] }
  | { readonly failed: readonly string[] }

const tones = { create: 'success', change: 'warning', leave: 'neutral' } as const
const actions = ['create', 'change', 'leave'] as const
const words = {
  create: commonWords.create,
  change: packageMessages.change,
  leave: packageMessages.leave,
} as const

export function ImportOutcome({ outcome }: { outcome: Outcome }) {
  if ('failed' in outcome) {
    return (
      <Banner tone="danger" title={packageMessages.importFailed}>
        <Sentences of={outcome.failed} />
      </Banner>
    )
  }
  const warnings =
    outcome.warnings.length === 0 ? null : (
      <Banner tone="warning" title={packageMessages.contentMissing}>
        <Sentences of={outcome.warnings} />
      </Banner>
    )
  if ('done' in outcome) {
    return (
      <>
        <Banner tone="success" title={packageMessages.whatWasDone}>
          <Sentences of={outcome.done} />
        </Banner>
        {warnings}
      </>
    )
  }
  return (
    <>
      {warnings}
      <Plan lines={outcome.plan} />
    </>
  )
}

function Plan({ lines }: { lines: readonly PackagePlanLine[] }) {
  const [action, setAction] = useState<PackagePlanLine['action'] | 'all'>('all')
  const counted = (wanted: PackagePlanLine['action']) => lines.filter((line) => line.action === wanted).length
  const { shown, more } = useMore(action === 'all' ? lines : lines.filter((line) => line.action === action))
  return (
    <Stack as="section" gap={4} shrink className={styles.column} aria-labelledby="package-plan">
      <Row gap={3} align="end" justify="between" wrap>
        <h2 id="package-plan" className={styles.heading}>
          {packageMessages.importPlan}
        </h2>
        <SelectField
          label={tabWords.show}
          value={action}
          options={[
            { value: 'all' as const, label: packageMessages.all({ count: lines.length }) },
            ...actions.map((each) => ({
              value: each,
              label: packageMessages.actionCount({ action: words[each], count: counted(each) }),
            })),
          ]}
          onChange={setAction}
        />
      </Row>
      <div>
        <table className={styles.table} aria-labelledby="package-plan">
          <thead>
            <tr>
              <th scope="col">{packageMessages.action}</th>
              <th scope="col">{packageMessages.type}</th>
              <th scope="col">{tabWords.name}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ type, name, action: what, differences }) => (
              <tr key={`${type} ${name}`}>
                <td className={styles.short}>
                  <Badge tone={tones[what]}>{words[what]}</Badge>
                </td>
                <td className={styles.short}>{type}</td>
                <td>
                  {name}
                  {differences.map(({ field, from, to }) => (
                    <Text key={field} size="sm" mono breakAnywhere>
                      {from === undefined && to === undefined ? field : `${field}: ${textOf(from)} → ${textOf(to)}`}
                    </Text>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {more}
      </div>
    </Stack>
  )
}

const longest = 80

function textOf(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null'
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

function Sentences({ of }: { of: readonly string[] }) {
  const { shown, more } = useMore([...new Set(of)])
  return (
    <>
      <ul className={styles.sentences}>
        {shown.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {more}
    </>
  )
}
