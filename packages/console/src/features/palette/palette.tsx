import * as Ariakit from '@ariakit/react/dialog'
import { IconChevronRight, IconSearch } from '@tabler/icons-react'
import {
  type KeyboardEvent,
  memo,
  type PointerEvent,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useId,
  useState,
} from 'react'
import { Spinner } from '../../ui/spinner.tsx'
import { Text } from '../../ui/text.tsx'
import { useHeldWhilePressed } from '../../ui/use-held-while-pressed.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { commonWords } from '../../words/messages.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { t } from './messages.ts'
import styles from './palette.module.css'
import {
  matching,
  type PaletteEntry,
  type PaletteGroup,
  type PaletteSource,
  type PaletteStage,
  withoutVerb,
} from './palette-entry.ts'
import { useRecords } from './use-records.ts'

const leastText = 2

interface PaletteProps {
  /** Text typed before the palette had loaded. */
  startText: string
  /** Pages and actions. */
  groups: readonly PaletteGroup[]
  /** Recent entries, latest first. */
  recent: readonly PaletteEntry[]
  sources: readonly PaletteSource[]
  /** Called for a chosen entry; one that asks for an object is handled here, and only passed on to be stored as recent. */
  onChoose: (entry: PaletteEntry) => void
  onClose: () => void
}

/** Finds pages, actions and records by a few letters; arrow keys select, Enter runs. */
export function Palette({ startText, groups: offered, recent, sources, onChoose, onClose }: PaletteProps) {
  const base = useId()
  const [text, setText] = useState(startText)
  const [chosen, setChosen] = useState(0)
  /** Enter was pressed before the search for the typed text had finished. */
  const [entered, setEntered] = useState(false)
  const [stages, setStages] = useState<readonly PaletteStage[]>([])
  const stage = stages.at(-1) ?? null
  const wanted = useDeferredValue(text)
  /** The input accepts text before all options are rendered. */
  const drawn = useDeferredValue(true, false)
  const found = useRecords(
    stage?.id ?? '',
    stage?.sources ?? sources,
    stage ? text.trim() : withoutVerb(text),
    stage ? 0 : leastText,
  )

  const known = stage ? [] : [{ title: t.recent, entries: recent }, ...offered]
  const knownGroups = known.map(({ title, entries }) => ({ title, entries: matching(entries, wanted) }))
  const foundGroups = onceEach([...knownGroups, ...found.groups])
  const { listed: groups, press } = useHeldWhilePressed(foundGroups, text)
  const options = groups.flatMap((group) => group.entries)
  const at = Math.min(chosen, options.length - 1)

  useEffect(() => {
    document.getElementById(`${base}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [at, base])

  const turnTo = (next: readonly PaletteStage[]) => {
    setStages(next)
    setText('')
    setChosen(0)
  }
  const chooseAt = (index: number) => {
    const entry = options[index]
    if (!entry) return
    onChoose(entry)
    if (entry.act.kind === 'ask') turnTo([...stages, entry.act.stage])
  }
  const waiting = wanted !== text || (found.searching && knownGroups.every(({ entries }) => entries.length === 0))
  const chooseNow = useEffectEvent(() => chooseAt(at))
  useEffect(() => {
    if (!entered || waiting) return
    setEntered(false)
    chooseNow()
  }, [entered, waiting])
  const back = () => {
    turnTo(stages.slice(0, -1))
    return false
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && options.length > 0) {
      event.preventDefault()
      setChosen((at + step + options.length) % options.length)
    }
    if (event.key === 'Backspace' && text === '' && stage) back()
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      if (waiting) setEntered(true)
      else chooseAt(at)
    }
  }

  const label = stage ? `${stage.title}: ${stage.prompt}` : t.paletteTitle
  return (
    <Ariakit.Dialog
      open
      onClose={onClose}
      hideOnEscape={() => (stage ? back() : true)}
      aria-label={tabWords.search}
      backdrop={<div className={styles.backdrop} />}
      className={styles.palette}
    >
      <VisuallyHidden as="button" type="button" tabIndex={-1} onClick={onClose} data-dialog-dismiss="">
        {commonWords.close}
      </VisuallyHidden>
      <div className={styles.head}>
        <IconSearch aria-hidden="true" />
        {stages.map(({ id, title }) => (
          <span key={id} className={styles.stage}>
            {title}
            <IconChevronRight aria-hidden="true" />
          </span>
        ))}
        <input
          className={styles.input}
          role="combobox"
          aria-label={label}
          aria-expanded="true"
          aria-controls={`${base}-list`}
          aria-activedescendant={options.length > 0 ? `${base}-${at}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder={stage ? stage.prompt : t.paletteInput}
          data-autofocus="true"
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setChosen(0)
            setEntered(false)
          }}
          onKeyDown={onKeyDown}
        />
        {found.searching ? <Spinner /> : null}
      </div>
      <OptionList
        base={base}
        groups={drawn ? groups : null}
        at={at}
        press={press}
        onPoint={setChosen}
        onChoose={chooseAt}
      />
      <Text tone="muted" className={styles.foot} role="status">
        {found.failed ? `${found.failed} ` : ''}
        {options.length === 0 && !found.searching ? nothing(text) : ''}
      </Text>
    </Ariakit.Dialog>
  )
}

function nothing(text: string): string {
  return text.trim() === '' ? t.nothingToChoose : t.nothingFound({ text })
}

/** Returns non-empty groups, with each entry only at its first position. */
function onceEach(groups: readonly PaletteGroup[]): readonly PaletteGroup[] {
  const known = new Set<string>()
  return groups
    .map(({ title, entries }) => ({
      title,
      entries: entries.filter(({ id }) => !known.has(id) && known.add(id)),
    }))
    .filter(({ entries }) => entries.length > 0)
}

interface OptionListProps {
  /** Prefix of the options' ids, followed by their index. */
  base: string
  /** `null` before the first render of the options; the space is reserved. */
  groups: readonly PaletteGroup[] | null
  /** Index of the active option. */
  at: number
  press: ReturnType<typeof useHeldWhilePressed>['press']
  onPoint: (index: number) => void
  onChoose: (index: number) => void
}

/** The options, under headings. The combobox input above handles the keyboard. */
function OptionList({ base, groups, at, press, onPoint, onChoose }: OptionListProps) {
  const handlerFor = (tell: (index: number) => void) => (event: Pick<PointerEvent, 'target'>) => {
    const option = event.target instanceof Element ? event.target.closest('[role=option]') : null
    if (option) tell(Number(option.id.slice(base.length + 1)))
  }
  const choose = handlerFor(onChoose)
  let index = 0
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox input above handles the keyboard
    <div
      role="listbox"
      id={`${base}-list`}
      tabIndex={-1}
      aria-label={t.results}
      data-waiting={groups === null || undefined}
      className={styles.list}
      {...press}
      onPointerMove={handlerFor(onPoint)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        choose(event)
        press.onClick()
      }}
    >
      {groups?.map(({ title, entries }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a listbox
        <div key={title} role="group" aria-label={title} className={styles.group}>
          <div className={styles.groupTitle} aria-hidden="true">
            {title}
          </div>
          {entries.map((entry) => (
            <Option key={entry.id} id={`${base}-${index}`} entry={entry} chosen={index++ === at} />
          ))}
        </div>
      ))}
    </div>
  )
}

interface OptionProps {
  id: string
  entry: PaletteEntry
  chosen: boolean
}

/** Memoized, as there are a hundred: each keystroke re-renders only the options that change. */
const Option = memo(function Option({ id, entry: { icon, label, act, hint }, chosen }: OptionProps) {
  return (
    <div id={id} role="option" tabIndex={-1} aria-selected={chosen} className={styles.option}>
      {icon ? <span className={styles.icon}>{icon}</span> : null}
      <span className={styles.label}>
        {label}
        {act.kind === 'ask' ? '…' : ''}
      </span>
      {hint ? (
        <Text as="span" tone="muted" size="sm" truncate grow>
          {hint}
        </Text>
      ) : null}
    </div>
  )
})
