import type { DependentGroup } from '@millwright/contract/wire/dependents'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Text } from '../../ui/text.tsx'
import styles from './dependent-list.module.css'

const number = new Intl.NumberFormat()
const words: Readonly<Record<string, readonly [one: string, many: string]>> = {
  email_template: ['email template', 'email templates'],
  event_script: ['script', 'scripts'],
  scheduler: ['scheduled task', 'scheduled tasks'],
}

/** What depends on records that are about to be deleted, and what happens to it. */
export function DependentList({ groups, hidden }: { groups: readonly DependentGroup[]; hidden: boolean }) {
  return (
    <section className={styles.dependents} aria-label="In use">
      <p className={styles.title}>
        <IconAlertTriangle size={16} aria-hidden="true" />
        In use by
      </p>
      <ul className={styles.list}>
        {groups.map((group) => (
          <li key={`${group.resource} ${group.consequence}`}>
            <p>
              <strong>{counted(group)}</strong>
              {': '}
              {namesOf(group)}
            </p>
            <Text tone="muted">{group.consequence}</Text>
          </li>
        ))}
        {hidden ? <li>{groups.length > 0 ? 'Other records' : 'Records'} that you do not have access to</li> : null}
      </ul>
    </section>
  )
}

function counted({ resource, count }: DependentGroup): string {
  const [one, many] = words[resource] ?? [resource, `${resource}s`]
  return `${number.format(count)} ${count === 1 ? one : many}`
}

function namesOf({ names, count }: DependentGroup): string {
  const more = count - names.length
  return more > 0 ? `${names.join(', ')} and ${number.format(more)} more` : names.join(', ')
}
