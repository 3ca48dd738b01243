import { Banner } from '../../../ui/banner.tsx'
import { type FormProblem, isAbout } from './form-problem.ts'
import { t } from './messages.ts'

interface ProblemSummaryProps {
  problem: FormProblem
  sections: readonly { readonly id: string; readonly fields: readonly string[] }[]
  current: string | undefined
  labels: Readonly<Record<string, string | undefined>>
}

/** Errors that are not shown at a visible field. */
export function ProblemSummary({ problem, sections, current, labels }: ProblemSummaryProps) {
  const here = sections.find(({ id }) => id === current)?.fields ?? []
  const elsewhere = Object.entries(problem.fields)
    .filter(([said]) => !here.some((field) => isAbout(said, field)))
    .map(([field, message]) => named(labels[field] ?? field, message))
  const messages = [...problem.general, ...elsewhere]
  if (messages.length === 0) return null
  const [only] = messages
  return (
    <Banner tone="danger" {...(messages.length > 1 && { title: t.saveFailed })}>
      {messages.length === 1 ? (
        only
      ) : (
        <ul>
          {messages.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
    </Banner>
  )
}

function named(label: string, message: string): string {
  return message.startsWith(label) ? message : `${label}: ${message}`
}
