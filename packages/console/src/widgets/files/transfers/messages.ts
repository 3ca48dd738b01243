import { catalogue } from '../../../language/catalogue.ts'

/** Texts of file transfers. */
export const t = catalogue({
  transfers: 'Transfers',
  showTransfers: 'Show transfers',
  foldTransfers: 'Collapse transfers',
  putTransfersAway: 'Dismiss transfers',
  underWay: '{count, plural, one {# transfer in progress} other {# transfers in progress}}',
  someFailed: 'Some transfers failed',
  transfersStopped: 'Transfers stopped',
  transfersDone: 'Transfers done',
  stop: 'Stop {title}',
  continueTransfer: 'Continue {title}',
  retryTransfer: 'Retry what failed: {title}',
  putAway: 'Dismiss {title}',
  progressLabel: 'Progress of {title}',
  hideItems: 'Hide items',
  showItems: 'Show items',
  failed: '{count, number} failed',
  stopped: 'stopped',
  byteProgress: '{bytes} of {size}',
  itemProgress: '{done, number} of {items, number}',
  items: '{count, plural, one {# item} other {# items}}',
  itemsLabel: 'Items of {title}',
  done: 'done',
  waiting: 'waiting',
})
