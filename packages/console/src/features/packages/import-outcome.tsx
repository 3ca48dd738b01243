import { Badge } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { packageMessages } from './messages.ts'
import styles from './packages.module.css'

export interface PlanLine {
  readonly type: string
  readonly name: string
  readonly action: 'create' | 'change' | 'leave'
  readonly differences: readonly { readonly field: string; readonly from?: unknown; readonly to?: unknown }[]
}

/** What an import would do, did, or did not. */
export type Outcome =
  | { readonly plan: readonly PlanLine[]; readonly warnings: readonly string[] }
  | { readonly done: readonly string[]; readonly warnings: readonly string[] }
  | { readonly failed: readonly string[] }

const tones = { create: 'success', change: 'warning', leave: 'neutral' } as const
const words = { create: 'Create', change: 'Change', leave: 'Leave' } as const

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
      <Banner tone="warning" title="Some of it stays behind.">
        <Sentences of={outcome.warnings} />
      </Banner>
    )
  if ('done' in outcome) {
    return (
      <>
        <Banner tone="success" title="What was done">
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

function Plan({ lines }: { lines: readonly PlanLine[] }) {
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption className={styles.heading}>What an import would do</caption>
        <thead>
          <tr>
            <th scope="col">Action</th>
            <th scope="col">Type</th>
            <th scope="col">Name</th>
            <th scope="col">Differences</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ type, name, action, differences }) => (
            <tr key={`${type} ${name}`}>
              <td>
                <Badge tone={tones[action]}>{words[action]}</Badge>
              </td>
              <td>{type}</td>
              <td>{name}</td>
              <td>
                {differences.map(({ field, from, to }) => (
                  <p key={field} className={styles.difference}>
                    {from === undefined && to === undefined ? field : `${field}: ${shown(from)} → ${shown(to)}`}
                  </p>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const longest = 80

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null'
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

function Sentences({ of }: { of: readonly string[] }) {
  return (
    <ul className={styles.sentences}>
      {[...new Set(of)].map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}
