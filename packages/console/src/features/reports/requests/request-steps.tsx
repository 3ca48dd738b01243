import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatBytes } from '../../../language/byte-words.ts'
import { durationWords } from '../../../language/duration-words.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Text } from '../../../ui/text.tsx'
import { RecordName } from '../../../widgets/records/record-picker/record-name.tsx'
import { appSource, namesQuery, roleSource, userSource } from '../../../widgets/records/record-picker/record-source.ts'
import { tabWords } from '../../../words/tabs/messages.ts'
import { t } from './messages.ts'
import { type ListedRequest, personSources, timeParts } from './request-list.tsx'
import styles from './requests.module.css'

/** The steps of a request in order: caller, role and rule, limit, scripts, database, response; and its timing. */
export function RequestSteps({ request }: { request: ListedRequest }) {
  const { app_id: app, user_id: user, role_id: role, rule_id: rule, limit_id: limit, parts } = request
  const person = useCallerKind(user ?? null)
  const statements = parts?.statements ?? []
  const caller = user ? (
    <Link to={`/${person}s/${user}`}>
      <RecordName sources={personSources} id={user} />
    </Link>
  ) : (
    t.anonymous
  )
  return (
    <>
      <TimeBar request={request} />
      <ol className={styles.steps} aria-label={t.whatHappened}>
        <Step title={t.caller}>
          {app
            ? t.callerThroughApp({
                caller: () => caller,
                app: () => (
                  <Link to={`/apps/${app}`}>
                    <RecordName sources={[appSource]} id={app} />
                  </Link>
                ),
              })
            : t.callerWithoutApp({ caller: () => caller })}
        </Step>
        <Step title={tabWords.role}>{role ? roleStep(role, rule ?? null) : t.noRoleDecided}</Step>
        {limit ? (
          <Step title={t.limit} bad>
            {t.limitReached({
              id: limit,
              limit: (text: ReactNode) => <Link to={`/limits/${limit}?section=usage`}>{text}</Link>,
            })}
          </Step>
        ) : null}
        {parts?.scripts?.map(({ name, ms }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same script may run more than once, and the order is fixed.
          <Step key={`${name} ${at}`} title={tabWords.script} time={ms}>
            <Link to={`/scripts/${encodeURIComponent(name)}`}>{name}</Link>
          </Step>
        ))}
        {parts?.database === undefined ? null : (
          <Step title={t.database} time={parts.database}>
            {statements.length === 0 ? t.noSlowStatements : t.slowStatements({ count: statements.length })}
            {statements.map(({ service, statement, ms }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same statement may be slow more than once.
              <pre key={`${statement} ${at}`} className={styles.statement}>
                <code>{statement}</code>
                <span>
                  {service === null ? durationWords(ms) : t.serviceTime({ time: durationWords(ms), service })}
                </span>
              </pre>
            ))}
          </Step>
        )}
        {parts?.remote === undefined ? null : (
          <Step title={t.remote} time={parts.remote}>
            {t.otherServers}
          </Step>
        )}
        <Step title={t.answer} time={request.duration_ms ?? null} bad={(request.status ?? 0) >= 500}>
          {answerWords(request)}
        </Step>
      </ol>
    </>
  )
}

function roleStep(id: number, rule: number | null): ReactNode {
  const role = (
    <Link to={`/roles/${id}?section=access`}>
      <RecordName sources={[roleSource]} id={id} />
    </Link>
  )
  return rule === null ? role : t.roleByRule({ role: () => role, rule: String(rule) })
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

/** A breakdown of a request's duration. */
function TimeBar({ request }: { request: ListedRequest }) {
  const parts = timeParts(request)
  if (parts.length === 0) return null
  return (
    <ul className={styles.times} aria-label={t.timeBreakdown}>
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
  const size = typeof bytes === 'number' && bytes > 0 ? formatBytes(bytes) : null
  const records = typeof rows === 'number' ? t.records({ count: rows }) : null
  return [status ?? t.noStatus, size, records].filter((each) => each !== null).join(', ')
}

/** Returns whether a person is an administrator; a user while this is unknown. */
export function useCallerKind(id: number | null): 'user' | 'admin' {
  const admins = { ...userSource, collection: 'system/admin' }
  const { data } = useQuery(namesQuery(admins, id === null ? [] : [id]))
  return id !== null && data?.has(id) ? 'admin' : 'user'
}
