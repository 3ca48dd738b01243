import type { ServiceType } from '@millwright/contract/wire/service-type'
import { IconLock } from '@tabler/icons-react'
import { useId } from 'react'
import { useEnvironment } from '../../../instance/environment.ts'
import { Badge } from '../../../ui/badge.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Text } from '../../../ui/text.tsx'
import { groupIcon } from './group-icons.tsx'
import { aboutGroup, aboutType } from './type-about.ts'
import { isAvailable, neededLevel, type TypeGroup, typeLabel } from './type-list.ts'
import styles from './types.module.css'

/** From more kinds than this on, a group has two columns. */
const inOneColumn = 5

interface TypeGroupListProps {
  group: TypeGroup
  onChoose: (type: ServiceType) => void
}

/** The kinds of one group. */
export function TypeGroupList({ group, onChoose }: TypeGroupListProps) {
  const heading = useId()
  const about = aboutGroup(group.name)
  return (
    <section className={styles.group} aria-labelledby={heading}>
      <h3 id={heading} className={styles.groupTitle}>
        <span aria-hidden="true">{groupIcon(group.name)}</span>
        {group.name}
      </h3>
      {about ? <p className={styles.groupAbout}>{about}</p> : null}
      <ul className={classNames(styles.types, group.types.length > inOneColumn && styles.twoColumns)}>
        {group.types.map((type) => (
          <li key={type.name}>
            <button
              type="button"
              className={classNames(styles.type, !isAvailable(type) && styles.locked)}
              data-type={type.name}
              onClick={() => onChoose(type)}
            >
              <span className={styles.typeName}>
                {typeLabel(type)}
                {isAvailable(type) ? null : <Locked type={type} />}
              </span>
              <Text as="span" tone="muted" size="sm">
                {aboutType(type)}
              </Text>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Locked({ type }: { type: ServiceType }) {
  const level = neededLevel(type, useEnvironment().platform)
  return (
    <Badge tone="neutral">
      <IconLock className={styles.lock} aria-hidden="true" />
      {level === null ? 'Not available' : level === 'GOLD' ? 'Gold' : 'Silver'}
    </Badge>
  )
}
