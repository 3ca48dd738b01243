import { catalogue } from '../language/catalogue.ts'

/** Texts of this folder's screens. */
export const t = catalogue({
  dismiss: 'Dismiss',
  progress: 'Progress',
  copied: 'Copied',
  justNow: 'just now',
  required: ' (required)',
  hidePassword: 'Hide password',
  showPassword: 'Show password',
  hasErrors: '(has errors)',
  hide: 'Hide {label}',
  show: 'Show {label}',
  characterLimit: 'Limit reached: at most {most, number} characters.',
  noClipboard: 'No access to the clipboard.',
  copyingFailed: 'Copying failed: no access to the clipboard',
  now: 'now',
  ctrlKey: 'Ctrl',
  shiftKey: 'Shift',
  enterKey: 'Enter',
  spaceKey: 'Space',
  deleteKey: 'Delete',
  homeKey: 'Home',
  endKey: 'End',
  pick: 'Pick {label}',
})
