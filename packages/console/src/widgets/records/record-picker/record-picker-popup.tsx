import * as Popover from '@ariakit/react/popover'
import { IconCheck } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useId, useLayoutEffect, useState } from 'react'
import { collectionKey } from '../../../instance/collections.ts'
import { messageOf } from '../../../instance/instance-error.ts'
import { classNames } from '../../../ui/class-names.ts'
import room from '../../../ui/room.module.css'
import { Spinner } from '../../../ui/spinner.tsx'
import { Text } from '../../../ui/text.tsx'
import { useHeldWhilePressed } from '../../../ui/use-held-while-pressed.ts'
import { useDebouncedValue } from '../../../ui/use-settled.ts'
import { useOpenTabs } from '../open-tabs/open-tabs.ts'
import { t } from './messages.ts'
import styles from './record-picker.module.css'
import { findQuery, type PickedRecord, type RecordSource } from './record-source.ts'
import { RecordWords } from './record-words.tsx'

/** Milliseconds without a keystroke before the search is sent. */
const pause = 150

interface RecordPickerPopupProps {
  label: string
  anchor: RefObject<HTMLElement | null>
  source: RecordSource
  chosen: number | null
  /** Label of the option that clears the choice; `null` if a choice is required. */
  none: string | null
  taken: ReadonlySet<number> | undefined
  onChoose: (record: PickedRecord | null) => void
  onClose: () => void
}

/** The popup of a record picker: a search box above the results. Arrow keys move through the results, Enter chooses one. */
export function RecordPickerPopup(props: RecordPickerPopupProps) {
  const { label, anchor, source, chosen, none, taken, onClose } = props
  const base = useId()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  /** Enter was pressed before the search for the typed text had finished. */
  const [entered, setEntered] = useState(false)
  const settled = useDebouncedValue(text.trim(), pause)
  const { data, error, isFetching } = useQuery({ ...findQuery(source, settled), placeholderData: keepPreviousData })
  const records = (data?.records ?? []).filter(({ id }) => !taken?.has(id))
  const found = none !== null && text.trim() === '' ? [null, ...records] : records
  const { listed: options, press } = useHeldWhilePressed(found, text)
  const at = Math.min(active, options.length - 1)
  const waiting = isFetching || settled !== text.trim()

  const popover = Popover.usePopoverStore({
    open: true,
    setOpen: (open) => {
      if (!open) onClose()
    },
    placement: 'bottom-start',
  })
  useLayoutEffect(() => {
    popover.setAnchorElement(anchor.current)
    popover.setDisclosureElement(anchor.current)
  }, [popover, anchor])

  useEffect(() => {
    document.getElementById(`${base}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [at, base])

  const choose = () => {
    const option = options[at]
    if (option !== undefined) props.onChoose(option)
  }
  const chooseNow = useEffectEvent(choose)
  useEffect(() => {
    if (!entered || waiting) return
    setEntered(false)
    chooseNow()
  }, [entered, waiting])

  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && options.length > 0) {
      event.preventDefault()
      setActive((at + step + options.length) % options.length)
    }
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (waiting) setEntered(true)
    else choose()
  }

  return (
    <Popover.Popover
      store={popover}
      portal={false}
      fixed
      gutter={4}
      overflowPadding={8}
      className={styles.popup}
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.stopPropagation()
      }}
    >
      <div className={styles.head}>
        <input
          className={styles.search}
          role="combobox"
          aria-label={t.searchMany({ many: source.many })}
          aria-expanded="true"
          aria-controls={`${base}-list`}
          aria-activedescendant={options.length > 0 ? `${base}-${at}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: opening the list is a request to search
          autoFocus
          placeholder={t.searchManyDots({ many: source.many })}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
        />
        {waiting ? <Spinner /> : null}
      </div>
      <div role="listbox" id={`${base}-list`} aria-label={label} className={styles.list} {...press}>
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox above handles the keys
          <div
            key={option?.id ?? 'none'}
            id={`${base}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={(option?.id ?? null) === chosen}
            data-active={index === at || undefined}
            className={styles.option}
            onPointerMove={() => setActive(index)}
            onClick={() => props.onChoose(option)}
          >
            <span className={styles.mark}>
              {(option?.id ?? null) === chosen ? <IconCheck size={16} aria-hidden="true" /> : null}
            </span>
            {option ? (
              <RecordWords record={option} />
            ) : (
              <Text as="span" tone="muted">
                {none}
              </Text>
            )}
          </div>
        ))}
      </div>
      <p className={classNames(styles.foot, room.whenFilled)} role="status">
        {error && !data ? messageOf(error) : footOf(records.length, data?.more ?? false, waiting, source, settled)}
      </p>
      <CreateLink source={source} />
    </Popover.Popover>
  )
}

/** A link to the form of a new record, beside the one that is being filled in; on return, the popup knows the record. */
function CreateLink({ source: { path, collection } }: { source: RecordSource }) {
  const queryClient = useQueryClient()
  const tabs = useOpenTabs()
  if (path === undefined || !tabs.some((tab) => tab.path === path)) return null
  const refreshOnReturn = () =>
    window.addEventListener(
      'focus',
      () => void queryClient.invalidateQueries({ queryKey: collectionKey(collection) }),
      {
        once: true,
      },
    )
  return (
    <p className={styles.foot}>
      <Link to={`${path}/new`} target="_blank" preload={false} onClick={refreshOnReturn}>
        {t.createOne}
      </Link>
    </p>
  )
}

function footOf(count: number, more: boolean, waiting: boolean, { many }: RecordSource, text: string): string {
  if (more) return t.moreHelp({ many })
  if (waiting || count > 0) return ''
  return text === '' ? t.noneToChoose({ many }) : t.noMatch({ many, text })
}
