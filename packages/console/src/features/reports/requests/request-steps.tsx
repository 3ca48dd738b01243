import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import { Text } from '../../../ui/text.tsx'
import { byteWords, durationWords, wholeNumber } from '../../../widgets/chart/chart-words.ts'
import { RecordName } from '../../../widgets/record-picker/record-name.tsx'
import { appSource, roleSource } from '../../../widgets/record-picker/record-source.ts'
import { personSources } from './request-list.tsx'
import { type ListedRequest, timeParts } from './request-words.ts'
import styles from './requests.module.css'
import { useCallerKind } from './use-caller-kind.ts'

/** What happened, in order: caller, role and rule, limit, scripts, database, answer; and where the time went. */
export function RequestSteps({ request }: { request: ListedRequest }) {
  const { app_id: app, user_id: user, role_id: role, rule_id: rule, limit_id: limit, parts } = request
  const person = useCallerKind(user ?? null)
  const statements = parts?.statements ?? []
  return (
    <>
      <TimeBar request={request} />
      <ol className={styles.steps} aria-label="What happened">
        <Step title="Caller">
          {user ? (
            <Link to={`/${person}s/${user}`}>
              <RecordName sources={personSources} id={user} />
            </Link>
          ) : (
            'Nobody signed in'
          )}
          {app ? (
            <>
              {' '}
              through{' '}
              <Link to={`/apps/${app}`}>
                <RecordName sources={[appSource]} id={app} />
              </Link>
            </>
          ) : (
            ', without an app'
          )}
        </Step>
        <Step title="Role">
          {role ? (
            <>
              <Link to={`/roles/${role}?section=access`}>
                <RecordName sources={[roleSource]} id={role} />
              </Link>
              {rule ? `, by its rule ${rule}` : null}
            </>
          ) : (
            'No role decided'
          )}
        </Step>
        {limit ? (
          <Step title="Limit" bad>
            <Link to={`/limits/${limit}?section=usage`}>Limit {limit}</Link> let nothing more pass
          </Step>
        ) : null}
        {parts?.scripts?.map(({ name, ms }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same script may run more than once, and the order stays.
          <Step key={`${name} ${at}`} title="Script" time={ms}>
            <Link to={`/scripts/${encodeURIComponent(name)}`}>{name}</Link>
          </Step>
        ))}
        {parts?.database === undefined ? null : (
          <Step title="Database" time={parts.database}>
            {statements.length === 0 ? 'No statement was slow' : `${statements.length} slow, without their values`}
            {statements.map(({ service, statement, ms }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same statement may be slow more than once.
              <pre key={`${statement} ${at}`} className={styles.statement}>
                <code>{statement}</code>
                <span>
                  {durationWords(ms)}
                  {service === null ? '' : ` in ${service}`}
                </span>
              </pre>
            ))}
          </Step>
        )}
        {parts?.remote === undefined ? null : (
          <Step title="Remote" time={parts.remote}>
            Other servers were asked
          </Step>
        )}
        <Step title="Answer" time={request.duration_ms ?? null} bad={(request.status ?? 0) >= 500}>
          {answerWords(request)}
        </Step>
      </ol>
    </>
  )
}

interface StepProps {
  title: string
  /** Milliseconds. */
  time?: number | null
  bad?: boolean
  children: ReactNode
}

function Step({ title, time = null, bad = false, children }: StepProps) {
  return (
    <li className={classNames(styles.step, bad && styles.badStep)}>
      <strong>{title}</strong>
      <Text as="div" shrink breakAnywhere>
        {children}
      </Text>
      {time === null ? null : (
        <Text as="span" tabular>
          {durationWords(time)}
        </Text>
      )}
    </li>
  )
}

/** Where the time of a request went. */
function TimeBar({ request }: { request: ListedRequest }) {
  const parts = timeParts(request)
  if (parts.length === 0) return null
  return (
    <ul className={styles.times} aria-label="Where the time went">
      {parts.map(({ id, label, ms, share }) => (
        <li key={id} data-part={id} style={{ '--share': share }}>
          <span className={styles.timeBar} aria-hidden="true" />
          <span className={styles.timeWords}>
            {label}{' '}
            <Text as="strong" tone="default" weight="medium">
              {durationWords(ms)}
            </Text>
          </span>
        </li>
      ))}
    </ul>
  )
}

function answerWords({ status, bytes_out: bytes, rows }: ListedRequest): string {
  const size = typeof bytes === 'number' && bytes > 0 ? `, ${byteWords(bytes)}` : ''
  const records = typeof rows === 'number' ? `, ${wholeNumber(rows)} ${rows === 1 ? 'record' : 'records'}` : ''
  return `${status ?? 'No status'}${size}${records}`
}
