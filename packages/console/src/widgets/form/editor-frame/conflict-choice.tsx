import '../../../ui/radio.css'
import { useId, useState } from 'react'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { tabWords } from '../../../words/tabs/messages.ts'
import styles from './conflict-choice.module.css'
import {
  type Difference,
  type Draft,
  type DraftLabels,
  differences,
  displayValue,
  firstChoice,
  type Side,
} from './draft.ts'
import { t } from './messages.ts'

interface ConflictChoiceProps<D extends Draft> {
  one: string
  base: Draft
  mine: Draft
  theirs: Draft
  labels: DraftLabels<D>
  saving: boolean
  onResolve: (choices: ReadonlyMap<string, Side>) => void
}

/** Both versions of a record side by side, with a choice for each field. */
export function ConflictChoice<D extends Draft>({ one, base, mine, theirs, labels, ...rest }: ConflictChoiceProps<D>) {
  const found = differences<Draft>(base, mine, theirs, labels)
  const [choices, setChoices] = useState<ReadonlyMap<string, Side>>(
    () => new Map(found.map((difference) => [difference.field, firstChoice<Draft>(base, difference)])),
  )
  const choose = (field: string, side: Side) => setChoices(new Map([...choices, [field, side]]))
  return (
    <Banner
      tone="warning"
      title={t.changedMeanwhile({ one })}
      actions={
        <Button variant="primary" size="small" loading={rest.saving} onClick={() => rest.onResolve(choices)}>
          {t.saveTheseChoices}
        </Button>
      }
    >
      <p>{t.conflictHelp}</p>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{tabWords.field}</th>
              <th scope="col">{t.yours}</th>
              <th scope="col">{t.storedNow}</th>
            </tr>
          </thead>
          <tbody>
            {found.map((difference) => (
              <Line
                key={difference.field}
                difference={difference}
                choice={choices.get(difference.field) ?? 'mine'}
                onChoose={(side) => choose(difference.field, side)}
              />
            ))}
          </tbody>
        </table>
      </div>
    </Banner>
  )
}

interface LineProps {
  difference: Difference<Draft>
  choice: Side
  onChoose: (side: Side) => void
}

function Line({ difference, choice, onChoose }: LineProps) {
  const name = useId()
  const side = (which: Side, value: unknown, keep: string) => (
    <label className={styles.side} data-chosen={choice === which || undefined}>
      <input type="radio" name={name} checked={choice === which} aria-label={keep} onChange={() => onChoose(which)} />
      <span>{displayValue(value)}</span>
    </label>
  )
  return (
    <tr>
      <th scope="row">
        {difference.label}
        {difference.both ? <span className={styles.both}>{t.bothChangedIt}</span> : null}
      </th>
      <td>
        {side('mine', difference.mine, t.keepYours({ label: difference.label, value: displayValue(difference.mine) }))}
      </td>
      <td>
        {side(
          'theirs',
          difference.theirs,
          t.keepStored({ label: difference.label, value: displayValue(difference.theirs) }),
        )}
      </td>
    </tr>
  )
}
