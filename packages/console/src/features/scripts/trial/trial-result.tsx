import type { ReactNode } from 'react'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import { durationText } from '../../../widgets/record-list/duration-text.ts'
import styles from './trial.module.css'
import type { TrialAnswer, TrialCall, TrialChange } from './trial-wire.ts'

interface TrialResultProps {
  answer: TrialAnswer
  /** Whether what the script changes of the event goes on to the service or the caller. */
  mayModify: boolean
  onLine: (line: number) => void
}

/** What a script did when it was tried. */
export function TrialResult({ answer, mayModify, onLine }: TrialResultProps) {
  const { error, output = '', changes = [], calls = [] } = answer
  const { tone, word, text } = wordsOf(answer, mayModify)
  return (
    <Stack gap={3} shrink>
      <Row as="p" gap={2} align="baseline" className={styles.outcome}>
        <Badge tone={tone}>{word}</Badge>
        <span>{text}</span>
        <Text as="span" tone="muted" size="sm" tabular className={styles.time}>
          {durationText(answer.duration_ms)}
        </Text>
      </Row>
      {error ? (
        <div className={styles.error} role="alert">
          <p>{error.message}</p>
          {error.line ? (
            <Button size="small" onClick={() => onLine(error.line ?? 1)}>
              {`Line ${error.line}`}
            </Button>
          ) : null}
        </div>
      ) : null}
      {changes.length > 0 ? <Changes changes={changes} /> : null}
      {error || answer.outcome?.content === undefined ? null : (
        <Part title="Answer">
          <pre className={styles.text}>{valueText(answer.outcome.content)}</pre>
        </Part>
      )}
      {output === '' ? null : (
        <Part title="Output">
          <pre className={styles.text}>{output}</pre>
        </Part>
      )}
      {calls.length > 0 ? <Calls calls={calls} /> : null}
    </Stack>
  )
}

function wordsOf(
  { ok, outcome, changes = [] }: TrialAnswer,
  mayModify: boolean,
): { readonly tone: Tone; readonly word: string; readonly text: string } {
  const status = outcome?.status_code ?? 0
  if (outcome?.kind === 'refused' || !ok)
    return {
      tone: 'danger',
      word: 'Refused',
      text: status > 0 ? `The answer is an error, status ${status}.` : 'The script failed.',
    }
  if (outcome?.kind === 'answer')
    return { tone: 'accent', word: 'Answer', text: `The answer has the status ${status}.` }
  if (outcome?.kind === 'request')
    return { tone: 'accent', word: 'Request', text: 'The service gets the changed request.' }
  if (changes.length > 0 && !mayModify)
    return {
      tone: 'warning',
      word: 'Changes discarded',
      text: 'The script may not modify the payload: tick “Allow script to modify” to apply its changes.',
    }
  return { tone: 'success', word: 'Done', text: 'The script changed nothing.' }
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack as="section" gap={1} shrink className={styles.part}>
      <h4>{title}</h4>
      {children}
    </Stack>
  )
}

const signs = { added: '+', removed: '−', changed: '~' } as const

function Changes({ changes }: { changes: readonly TrialChange[] }) {
  return (
    <Part title="Changes">
      <ul className={styles.changes}>
        {changes.map(({ path, kind, before, after }) => (
          <li key={path}>
            <span className={styles.sign} data-kind={kind} role="img" aria-label={kind}>
              {signs[kind]}
            </span>
            <code>{path}</code>
            <span className={styles.values}>
              {kind === 'added' ? null : <del>{valueText(before)}</del>}
              {kind === 'removed' ? null : <ins>{valueText(after)}</ins>}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Calls({ calls }: { calls: readonly TrialCall[] }) {
  return (
    <Part title="Calls">
      <ol className={styles.calls}>
        {calls.map(({ verb, path, status, simulated }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: calls are a finished list, and may be the same
          <li key={index}>
            <code>
              {verb} {path}
            </code>
            {simulated ? (
              <Badge>not made</Badge>
            ) : (
              <Text as="span" tone="muted" size="sm" tabular className={styles.time}>
                {status}
              </Text>
            )}
          </li>
        ))}
      </ol>
    </Part>
  )
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '')
}
