import { t } from './messages.ts'

/** Key labels on the reader's keyboard; other keys have the same label everywhere. */
const caps: Readonly<Record<string, () => string>> = {
  Ctrl: () => t.ctrlKey,
  Shift: () => t.shiftKey,
  Enter: () => t.enterKey,
  Space: () => t.spaceKey,
  Delete: () => t.deleteKey,
  Home: () => t.homeKey,
  End: () => t.endKey,
}

/** The label of a key. */
export const capOf = (key: string): string => caps[key]?.() ?? key
