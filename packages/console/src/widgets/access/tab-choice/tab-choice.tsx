import { type AccessTab, accessTabs } from '@millwright/contract/access/tabs'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { tabWords } from '../../../words/tabs/messages.ts'
import styles from './tab-choice.module.css'
import { tabLabel, withTab } from './tabs.ts'

interface TabChoiceProps {
  readonly offered: readonly AccessTab[]
  readonly tabs: readonly AccessTab[]
  readonly onChange: (tabs: readonly AccessTab[]) => void
}

/** Checkboxes for tabs, with one for all of them. */
export function TabChoice({ offered, tabs, onChange }: TabChoiceProps) {
  // Extra tabs are not needed for unrestricted access.
  const common = accessTabs.filter((tab) => offered.includes(tab))
  const every = (common.length > 0 ? common : offered).every((tab) => tabs.includes(tab))
  return (
    <>
      <Checkbox
        label={tabWords.selectAll}
        value={every}
        mixed={!every && tabs.length > 0}
        onChange={() => onChange(every ? [] : offered)}
      />
      <div className={styles.tabs}>
        {offered.map((tab) => (
          <Checkbox
            key={tab}
            label={tabLabel(tab)}
            value={tabs.includes(tab)}
            onChange={(on) => onChange(withTab(tabs, tab, on))}
          />
        ))}
      </div>
    </>
  )
}
