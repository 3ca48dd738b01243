import { useQuery } from '@tanstack/react-query'
import { Stack } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'
import { namesQuery, userSource } from '../../widgets/record-picker/record-source.ts'
import { type Uses, userOf } from './limit-use.ts'
import { UseBar } from './use-bar.tsx'
import styles from './use-panel.module.css'

/** Users that are listed; those who used most. */
const most = 20
const number = new Intl.NumberFormat()

/** Who used how much of a limit on each user, the most first. */
export function UserUses({ uses }: { uses: Uses }) {
  const used = uses.filter(({ attempts }) => attempts > 0).toSorted((a, b) => b.attempts - a.attempts)
  const shown = used.slice(0, most).map((use) => ({ ...use, user: userOf(use) }))
  const { data: names } = useQuery(
    namesQuery(
      userSource,
      shown.flatMap(({ user }) => (user === null ? [] : [user])),
    ),
  )
  if (shown.length === 0)
    return (
      <Text tone="muted" size="sm">
        None of {number.format(uses.length)} users has made a request in this period.
      </Text>
    )
  return (
    <>
      <Stack as="ul" gap={2} className={styles.users} aria-label="Use by user">
        {shown.map(({ key, user, ...use }) => {
          const name = user === null ? key : (names?.get(user) ?? `#${user}`)
          return (
            <li key={key}>
              <Text as="span" truncate>
                {name}
              </Text>
              <UseBar use={use} label={name} />
            </li>
          )
        })}
      </Stack>
      <Text tone="muted" size="sm">
        {number.format(used.length)} of {number.format(uses.length)} users have made requests in this period
        {used.length > most ? `; the ${most} who made most are listed` : ''}.
      </Text>
    </>
  )
}
