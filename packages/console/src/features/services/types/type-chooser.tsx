import type { ServiceType } from '@millwright/contract/wire/services'
import { IconLock, IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useEnvironment } from '../../../instance/environment.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import entry from '../../../ui/entry.module.css'
import { Row, Stack } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import {
  type DatabaseAddress,
  readDatabaseAddress,
} from '../../../widgets/connection/database-address/database-address.ts'
import { Paywall } from '../../../widgets/list/paywall/paywall.tsx'
import { tabWords } from '../../../words/tabs/messages.ts'
import { t } from './messages.ts'
import { aboutGroup, aboutType, groupIcon, groupLabel } from './type-about.tsx'
import { neededLevel, type TypeGroup, typeGroups, typeLabel, typeNamed, unavailableTypes } from './type-list.ts'
import styles from './types.module.css'

interface TypeChooserProps {
  types: readonly ServiceType[]
  onChoose: (type: ServiceType) => void
  /** Called with a pasted database URL, which determines type and settings. */
  onAddress: (address: DatabaseAddress) => void
}

/**
 * Select Service Type: all types with their descriptions and a search box. Arrow keys move between types, Enter chooses one. A pasted
 * database URL is applied immediately.
 */
export function TypeChooser({ types, onChoose, onAddress }: TypeChooserProps) {
  const [text, setText] = useState('')
  const address = readDatabaseAddress(text)
  const list = useRef<HTMLDivElement>(null)
  const groups = typeGroups(types, text, aboutType)
  const apart = unavailableTypes(types, text, aboutType)
  const count = groups.reduce((sum, group) => sum + group.types.length, apart.length)

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    const kinds = [...(list.current?.querySelectorAll<HTMLElement>('[data-type]') ?? [])]
    const at = kinds.findIndex((kind) => kind.matches(':focus'))
    event.preventDefault()
    if (at + step < 0) document.querySelector<HTMLElement>('[data-type-search] input')?.focus()
    else kinds[Math.min(kinds.length - 1, at + step)]?.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only moves focus between its controls
    <div className={styles.chooser} onKeyDown={onKeyDown}>
      <div className={styles.search} data-type-search>
        <TextField
          label={t.selectServiceType}
          help={t.selectHelp}
          type="search"
          icon={<IconSearch aria-hidden="true" />}
          placeholder={t.searchExample}
          autoFocus
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={setText}
          onPaste={(event) => {
            const pasted = readDatabaseAddress(event.clipboardData.getData('text'))
            if (pasted === null) return
            event.preventDefault()
            onAddress(pasted)
          }}
          onKeyDown={(event) => {
            const first = typeNamed(types, text) ?? groups[0]?.types[0] ?? apart[0]
            if (event.key !== 'Enter' || text.trim() === '') return
            event.preventDefault()
            if (address) onAddress(address)
            else if (first) onChoose(first)
          }}
        />
        <p className={styles.count} role="status">
          {text.trim() === '' || address ? '' : t.results({ count })}
        </p>
      </div>
      <Stack ref={list} gap={5}>
        {groups.map((group) => (
          <TypeGroupList key={group.name} group={group} onChoose={onChoose} />
        ))}
        {apart.length > 0 ? <TypesApart types={apart} onChoose={onChoose} /> : null}
        {address ? (
          <Button variant="primary" onClick={() => onAddress(address)}>
            {t.connectDatabase({ type: address.label, name: address.name })}
          </Button>
        ) : null}
        {count === 0 && !address ? (
          <div className={styles.nothing}>
            <p>{t.noTypeMatches({ search: text.trim() })}</p>
            <Button size="small" onClick={() => setText('')}>
              {tabWords.clearSearch}
            </Button>
          </div>
        ) : null}
      </Stack>
    </div>
  )
}

/** Groups with more types than this have two columns. */
const inOneColumn = 5

interface TypeGroupListProps {
  group: TypeGroup
  onChoose: (type: ServiceType) => void
}

/** The types of one group. */
function TypeGroupList({ group, onChoose }: TypeGroupListProps) {
  const heading = useId()
  const about = aboutGroup(group.name)
  return (
    <section className={styles.group} aria-labelledby={heading}>
      <h3 id={heading} className={styles.groupTitle}>
        <Row as="span" aria-hidden="true">
          {groupIcon(group.name)}
        </Row>
        {groupLabel(group.name)}
      </h3>
      {about ? <p className={styles.groupAbout}>{about}</p> : null}
      <ul className={classNames(styles.types, group.types.length > inOneColumn && styles.twoColumns)}>
        {group.types.map((type) => (
          <li key={type.name}>
            <button
              type="button"
              className={classNames(entry.entry, entry.inset, styles.type)}
              data-type={type.name}
              onClick={() => onChoose(type)}
            >
              <span className={styles.typeName}>{typeLabel(type)}</span>
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

interface TypesApartProps {
  types: readonly ServiceType[]
  onChoose: (type: ServiceType) => void
}

/** Types that cannot be created here, each with the reason, below all available ones. */
function TypesApart({ types, onChoose }: TypesApartProps) {
  const heading = useId()
  return (
    <section className={styles.group} aria-labelledby={heading}>
      <h3 id={heading} className={styles.groupTitle}>
        <Row as="span" aria-hidden="true">
          <IconLock />
        </Row>
        {t.notAvailableHere}
      </h3>
      <p className={styles.groupAbout}>{t.notRunHere}</p>
      <ul className={styles.types}>
        {types.map((type) => (
          <li key={type.name}>
            <button
              type="button"
              className={classNames(entry.entry, entry.inset, styles.type, styles.locked)}
              data-type={type.name}
              onClick={() => onChoose(type)}
            >
              <span className={styles.typeName}>
                {typeLabel(type)}
                <Level type={type} />
              </span>
              <Text as="span" tone="muted" size="sm">
                {type.unavailable_reason || aboutType(type)}
              </Text>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The licence level that a type requires. */
function Level({ type }: { type: ServiceType }) {
  const level = neededLevel(type, useEnvironment().platform)
  if (level === null) return null
  return (
    <Badge tone="neutral">
      <IconLock className={styles.lock} aria-hidden="true" />
      {level === 'GOLD' ? t.gold : t.silver}
    </Badge>
  )
}

interface UnavailableTypeProps {
  type: ServiceType
  onOther: () => void
}

/** Shown instead of the form for a type that this instance lacks. */
export function UnavailableType({ type, onOther }: UnavailableTypeProps) {
  const level = neededLevel(type, useEnvironment().platform)
  return (
    <div className={styles.chooser}>
      {level === null ? (
        <Banner tone="info" title={t.notAvailable({ type: typeLabel(type) })}>
          {type.unavailable_reason ? t.reasonAndOther({ reason: type.unavailable_reason }) : t.whateverLicence}
        </Banner>
      ) : (
        <Paywall
          serviceName={t.theConnector({ type: typeLabel(type) })}
          name={['the', typeLabel(type), 'connector'].join(' ')}
          level={level}
        />
      )}
      <Row align="stretch" justify="center">
        <Button onClick={onOther}>{t.chooseAnotherType}</Button>
      </Row>
    </div>
  )
}
