import { lazy, type ReactNode, Suspense } from 'react'
import { durationWords } from '../../../language/duration-words.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import { t } from '../messages.ts'
import styles from './trial.module.css'
import type { TrialAnswer, TrialCall, TrialChange } from './trial-wire.ts'

const ChangedLines = lazy(() => import('./changed-lines.tsx').then(({ ChangedLines }) => ({ default: ChangedLines })))

interface TrialResultProps {
  answer: TrialAnswer
  /** Whether the script's changes of the event reach the service or the caller. */
  mayModify: boolean
  /** Allows changes and runs the script again; `null` if the event has nothing that a script could change. */
  onAllow: (() => void) | null
  onLine: (line: number) => void
}

/** The result of a trial run. */
export function TrialResult({ answer, mayModify, onAllow, onLine }: TrialResultProps) {
  const { error, output = '', changes = [], calls = [] } = answer
  const { tone, word, text } = wordsOf(answer, mayModify)
  return (
    <Stack gap={3} shrink>
      <Row as="p" gap={2} align="baseline">
        <Badge tone={tone}>{word}</Badge>
        <Text as="span" grow shrink>
          {text}
        </Text>
        <Text as="span" tone="muted" size="sm" tabular>
          {durationWords(answer.duration_ms)}
        </Text>
      </Row>
      {isDiscarded(answer, mayModify) && onAllow ? (
        <div>
          <Button size="small" onClick={onAllow}>
            {t.allowAndRerun}
          </Button>
        </div>
      ) : null}
      {error ? (
        <div className={styles.error} role="alert">
          <p>{error.message}</p>
          {error.line ? (
            <Button size="small" onClick={() => onLine(error.line ?? 1)}>
              {t.line({ line: error.line })}
            </Button>
          ) : null}
        </div>
      ) : null}
      {changes.length > 0 ? <Changes changes={changes} /> : null}
      {error || answer.outcome?.content === undefined ? null : (
        <Part title={t.answer}>
          <pre className={styles.text}>{valueText(answer.outcome.content)}</pre>
        </Part>
      )}
      {output === '' ? null : (
        <Part title={t.output}>
          <pre className={styles.text}>{output}</pre>
        </Part>
      )}
      {calls.length > 0 ? <Calls calls={calls} /> : null}
    </Stack>
  )
}

/** Whether the script's changes are discarded because it may not modify its event. */
function isDiscarded({ ok, outcome, changes = [] }: TrialAnswer, mayModify: boolean): boolean {
  const went = outcome?.kind === 'answer' || outcome?.kind === 'request' || outcome?.kind === 'refused'
  return ok && !went && changes.length > 0 && !mayModify
}

function wordsOf(
  answer: TrialAnswer,
  mayModify: boolean,
): { readonly tone: Tone; readonly word: string; readonly text: string } {
  const { ok, outcome } = answer
  const status = outcome?.status_code ?? 0
  if (outcome?.kind === 'refused' || !ok)
    return {
      tone: 'danger',
      word: t.refused,
      text: status > 0 ? t.answerIsError({ status }) : t.theScriptFailed,
    }
  if (outcome?.kind === 'answer') return { tone: 'accent', word: t.answer, text: t.answerHasStatus({ status }) }
  if (outcome?.kind === 'request') return { tone: 'accent', word: t.request, text: t.requestChangedHelp }
  if (isDiscarded(answer, mayModify))
    return {
      tone: 'warning',
      word: t.changesDiscarded,
      text: t.modifyForbidden,
    }
  return { tone: 'success', word: t.done, text: t.nothingChanged }
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack as="section" gap={1} shrink className={styles.part}>
      <h3>{title}</h3>
      {children}
    </Stack>
  )
}

const signs = { added: '+', removed: '−', changed: '~' } as const
const looks = { added: { tone: 'success' }, removed: { tone: 'danger' }, changed: {} } as const

function kindWord(kind: TrialChange['kind']): string {
  return { added: t.added, removed: t.removed, changed: t.changed }[kind]
}

function Changes({ changes }: { changes: readonly TrialChange[] }) {
  return (
    <Part title={t.changes}>
      <ul className={styles.changes}>
        {changes.map(({ path, kind, before, after }) => (
          <li key={path}>
            <Text as="span" {...looks[kind]} className={styles.sign} role="img" aria-label={kindWord(kind)}>
              {signs[kind]}
            </Text>
            <code>{path}</code>
            {kind === 'changed' && [before, after].every(hasLines) ? (
              <Suspense fallback={null}>
                <ChangedLines before={valueText(before)} after={valueText(after)} />
              </Suspense>
            ) : (
              <span className={styles.values}>
                {kind === 'added' ? null : (
                  <Text as="del" tone="danger">
                    {valueText(before)}
                  </Text>
                )}
                {kind === 'removed' ? null : <ins>{valueText(after)}</ins>}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Calls({ calls }: { calls: readonly TrialCall[] }) {
  return (
    <Part title={t.calls}>
      <ol className={styles.calls}>
        {calls.map(({ verb, path, status, simulated }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a static list in which calls may repeat
          <li key={index}>
            <code>
              {verb} {path}
            </code>
            {simulated ? (
              <Badge>{t.notMade}</Badge>
            ) : (
              <Text as="span" tone="muted" size="sm" tabular>
                {status}
              </Text>
            )}
          </li>
        ))}
      </ol>
    </Part>
  )
}

const hasLines = (value: unknown) => valueText(value).includes('\n')

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '')
}
